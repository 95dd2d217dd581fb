/** The rules as a sheet over the game. */
import type { Kind } from "narrows-wasm";
import { openSheet } from "./dialogs";
import { rulesContent } from "./rules";
import { t } from "./strings";

export function openRules(kind: Kind): void {
  openSheet(t.rules.title(t.titles[kind]), rulesContent(kind));
}
