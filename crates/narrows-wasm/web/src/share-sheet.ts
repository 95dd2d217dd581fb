/** Offers the game as a link that holds all of it. */
import { copyText } from "./clipboard";
import { openSheet } from "./dialogs";
import { h } from "./dom";
import { toFragment } from "./share";
import { t } from "./strings";

export async function openShare(record: string): Promise<void> {
  const link = location.origin + location.pathname + (await toFragment(record));
  const field = h("textarea", { rows: 4, readonly: true, "aria-label": t.menu.share, spellcheck: "false" });
  field.value = link;
  const copy = h(
    "button",
    { type: "button", class: "button primary", onclick: () => void copyText(link, field) },
    t.share.copy,
  );
  openSheet(t.menu.share, h("div", { class: "stack" }, h("p", {}, t.share.detail), field, copy));
}
