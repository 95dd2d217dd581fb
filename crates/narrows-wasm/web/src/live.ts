/** The one place that speaks: a polite live region that says moves, results and "thinking". */
import { h } from "./dom";

export class Live {
  readonly element = h("div", { class: "unseen", role: "status", "aria-live": "polite" });
  #timer = 0;
  #queue: string[] = [];

  /** Says `text` after what is waiting to be said. */
  say(text: string): void {
    if (!text) return;
    this.#queue.push(text);
    clearTimeout(this.#timer);
    // Several things that happen at once are one announcement.
    this.#timer = window.setTimeout(() => {
      this.element.textContent = this.#queue.join(" ");
      this.#queue = [];
    }, 60);
  }
}
