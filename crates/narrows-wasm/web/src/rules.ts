/** The rules of both games, with their author. */
import type { Kind } from "narrows-wasm";
import { h } from "./dom";
import { t } from "./strings";

const AUTHOR = "https://www.marksteeregames.com/";

/** The rules of one game as page content. */
export function rulesContent(kind: Kind): HTMLElement {
  const list = h("dl", { class: "rules" });
  for (const [name, text] of t.rules.text[kind]) list.append(h("dt", {}, name), h("dd", {}, text));
  return h("div", {}, list, h("p", { class: "credit" }, t.rules.credit[kind], " ", credit()));
}

/** Where the games come from. */
export function credit(): HTMLElement {
  const [before, after] = t.rules.otherGames;
  const link = h("a", { href: AUTHOR, rel: "noopener", target: "_blank" }, "marksteeregames.com");
  return h("span", {}, before, link, after);
}
