/** Record: the game as text to copy, and text to paste back. */
import { openSheet } from "./dialogs";
import { h } from "./dom";
import { copyText } from "./menu";
import type { PlayScreen } from "./play";

export function openRecord(screen: PlayScreen): void {
  const field = h("textarea", {
    rows: 12,
    "aria-label": "Record",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
  });
  field.value = screen.session.game.record();
  const wrong = h("p", { class: "wrong", role: "alert" });
  const load = async (): Promise<void> => {
    wrong.textContent = "";
    try {
      if (await screen.load(field.value)) sheet.close();
    } catch (error) {
      wrong.textContent = `Not loaded: ${(error as Error).message}.`;
    }
  };
  const sheet = openSheet(
    "Record",
    h(
      "div",
      { class: "stack" },
      h("p", {}, "Copy the game, or paste a record here and load it."),
      field,
      wrong,
      h(
        "div",
        { class: "answers" },
        h("button", { type: "button", class: "button", onclick: () => void load() }, "Load"),
        h(
          "button",
          { type: "button", class: "button primary", onclick: () => void copyText(field.value, field) },
          "Copy",
        ),
      ),
    ),
  );
}
