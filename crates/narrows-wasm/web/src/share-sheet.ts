/** Offers the game as a link that holds all of it, with a sentence that says whose turn it is. */
import type { BoardView } from "narrows-wasm";
import { copyText } from "./clipboard";
import { openSheet } from "./dialogs";
import { h } from "./dom";
import { Session } from "./session";
import { toFragment } from "./share";
import { t } from "./strings";
import { linkSentence } from "./words";

/** The link to a record on this page. */
const linkTo = async (record: string): Promise<string> => location.origin + location.pathname + (await toFragment(record));

/** The game after its last move, whatever is looked at. */
function latest(session: Session): BoardView {
  const end = Session.fromRecord(session.record(), { first: "human", second: "human" });
  const { view } = end;
  end.free();
  return view;
}

export async function openShare(session: Session): Promise<void> {
  const link = await linkTo(session.record());
  const view = latest(session);
  const sentence = linkSentence(view);
  const title = t.titles[view.kind];
  const message = `${sentence}\n${link}`;
  const field = h("textarea", { rows: 4, readonly: true, "aria-label": t.menu.share, spellcheck: "false" });
  field.value = link;
  const button = (words: string, run: () => void, className = ""): HTMLButtonElement =>
    h("button", { type: "button", class: `button ${className}`, onclick: run }, words);
  // Where the device has a way to send things, else as a message to copy.
  const data = { title, text: sentence, url: link };
  const can = typeof navigator.share === "function" && (navigator.canShare?.(data) ?? true);
  const send = can
    ? // Whoever closes the device's sheet has changed their mind.
      button(t.share.send, () => void navigator.share(data).catch(() => undefined), "primary")
    : button(t.share.copyMessage, () => void copyText(message, field), "primary");
  openSheet(
    t.menu.share,
    h(
      "div",
      { class: "stack" },
      h("p", { class: "link-says" }, sentence),
      h("p", {}, t.share.detail),
      field,
      h("div", { class: "answers" }, button(t.share.copy, () => void copyText(link, field)), send),
    ),
  );
}
