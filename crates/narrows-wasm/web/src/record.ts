/** Record: the game as text to copy, and text to paste back. */
import { copyText } from "./clipboard";
import { openSheet } from "./dialogs";
import { h } from "./dom";
import { t } from "./strings";
import type { Table } from "./table";

export function openRecord(table: Table): void {
  const field = h("textarea", {
    rows: 12,
    "aria-label": t.menu.record,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
  });
  field.value = table.session.record();
  const wrong = h("p", { class: "wrong", role: "alert" });
  const load = async (): Promise<void> => {
    wrong.textContent = "";
    try {
      if (await table.load(field.value)) sheet.close();
    } catch (error) {
      wrong.textContent = t.record.notLoaded((error as Error).message);
    }
  };
  const button = (words: string, run: () => Promise<void>, className = ""): HTMLButtonElement =>
    h("button", { type: "button", class: `button ${className}`, onclick: () => void run() }, words);
  const sheet = openSheet(
    t.menu.record,
    h(
      "div",
      { class: "stack" },
      h("p", {}, t.record.detail),
      field,
      wrong,
      h(
        "div",
        { class: "answers" },
        button(t.record.load, load),
        button(t.record.copy, () => copyText(field.value, field), "primary"),
      ),
    ),
  );
}
