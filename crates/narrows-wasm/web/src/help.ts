/** The keys, and what the marks on the board mean. */
import type { Kind } from "narrows-wasm";
import { openSheet } from "./dialogs";
import { h } from "./dom";

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ["Arrows, Home, End", "go from point to point"],
  ["Enter or Space", "choose the point; again to confirm"],
  ["Esc", "take back what waits"],
  ["u", "undo"],
  ["h", "hint, or stop the computer"],
  ["m", "marking on and off (Black Narrows)"],
  ["r", "record"],
  ["n", "new game"],
  ["a", "analysis on and off"],
  [", and .", "step back and forward"],
  ["?", "this panel"],
];

const MARKS: Readonly<Record<Kind, readonly (readonly [mark: string, means: string])[]>> = {
  "black-narrows": [
    ["White ring", "the stone placed last"],
    ["Red dot", "a placement here is illegal"],
    ["Translucent stone", "waits for Confirm"],
    ["Diamond", "the hint"],
    ["Tick and cross", "analysis: this placement wins, or loses"],
  ],
  narrows: [
    ["Yellow dot", "the stone moved last"],
    ["Green dot", "a stone you can capture"],
    ["Dashed gold outline", "a capture that waits for Confirm"],
    ["Blue dots on water", "the regions that link the winner’s groups"],
    ["Diamond", "the hint"],
    ["Tick and cross", "analysis: this move wins, or loses"],
  ],
};

export function openHelp(kind: Kind): void {
  const keys = h("dl", { class: "keys" });
  for (const [name, does] of KEYS) keys.append(h("dt", {}, name), h("dd", {}, does));
  const marks = h("dl", { class: "keys" });
  for (const [mark, means] of MARKS[kind]) marks.append(h("dt", {}, mark), h("dd", {}, means));
  openSheet("Keys", h("div", {}, keys, h("h3", {}, "Marks on the board"), marks));
}
