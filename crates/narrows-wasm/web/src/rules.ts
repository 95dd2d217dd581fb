/** The rules of both games, with their author. */
import type { Kind } from "narrows-wasm";
import { h } from "./dom";

const AUTHOR = "https://www.marksteeregames.com/";

const TEXT: Readonly<Record<Kind, readonly (readonly [string, string])[]>> = {
  "black-narrows": [
    ["Board", "A rectangular grid of any size from 2x2 up. It starts empty."],
    ["Turns", "Two players take turns placing one black stone onto an unoccupied point."],
    [
      "The one rule",
      "After your placement there must be an orthogonally connected path of at least one unoccupied point between every pair of stones. A red dot marks a point where a placement would break that.",
    ],
    ["Goal", "The last player to place a stone wins. Without an available placement on your turn, you lose."],
  ],
  narrows: [
    [
      "Board",
      "A Kōnane board of any size with at least one even side. It starts filled with a checkerboard of black and white stones.",
    ],
    [
      "Turns",
      "Black begins. Each turn you move one stone of your own color, and every move is a capture: the stone takes the place of an enemy stone in its row or column that is next to it or separated from it by empty points only. There is no passing.",
    ],
    [
      "Goal",
      "Link all of your groups by empty regions. A group is a set of your stones connected orthogonally; an empty region is a set of empty points connected orthogonally. Think of islands joined by open water; narrows are the passages between larger waters.",
    ],
    [
      "Winning",
      "You win on your own move or on your opponent’s. If your move links all of your groups and all of your opponent’s at the same time, you win.",
    ],
    [
      "The exchange",
      "After Black’s first move White may switch colors and take over Black with that first move. The former Black player then plays White and moves next. The menu can turn this off.",
    ],
  ],
};

const CREDIT: Readonly<Record<Kind, string>> = {
  "black-narrows": "Mark Steere designed Black Narrows in August 2026. It borrows a concept from his game Narrows.",
  narrows: "Mark Steere designed Narrows in May 2026. It was inspired by the ancient Hawaiian game of Kōnane.",
};

/** The rules of one game as page content. */
export function rulesContent(kind: Kind): HTMLElement {
  const list = h("dl", { class: "rules" });
  for (const [name, text] of TEXT[kind]) list.append(h("dt", {}, name), h("dd", {}, text));
  return h("div", {}, list, h("p", { class: "credit" }, CREDIT[kind], " ", credit()));
}

/** Where the games come from. */
export function credit(): HTMLElement {
  return h(
    "span",
    {},
    "His other games can be found at ",
    h("a", { href: AUTHOR, rel: "noopener", target: "_blank" }, "marksteeregames.com"),
    ".",
  );
}
