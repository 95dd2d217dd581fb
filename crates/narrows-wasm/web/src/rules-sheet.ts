/** The rules as a sheet over the game. */
import type { Kind } from "narrows-wasm";
import { openSheet } from "./dialogs";
import { rulesContent } from "./rules";
import { TITLES } from "./words";

export function openRules(kind: Kind): void {
  openSheet(`Rules of ${TITLES[kind]}`, rulesContent(kind));
}
