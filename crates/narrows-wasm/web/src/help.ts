/** The keys, and what the marks on the board mean. */
import type { Kind } from "narrows-wasm";
import { openSheet } from "./dialogs";
import { h } from "./dom";
import { t } from "./strings";

function list(entries: readonly (readonly [string, string])[]): HTMLDListElement {
  const element = h("dl", { class: "keys" });
  for (const [name, meaning] of entries) element.append(h("dt", {}, name), h("dd", {}, meaning));
  return element;
}

export function openHelp(kind: Kind): void {
  const { title, keys, onBoard, marks, meanings } = t.help;
  openSheet(title, h("div", {}, list(keys), h("p", { class: "note" }, onBoard), h("h3", {}, marks), list(meanings[kind])));
}
