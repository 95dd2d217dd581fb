/** The first screen: choose a game, each shown by a small board that plays itself. */
import type { Game, Kind } from "narrows-wasm";
import { gamePath, type App, type Screen } from "./app";
import { Board } from "./board";
import { calm, h } from "./dom";
import { credit } from "./rules";
import { openRules } from "./rules-sheet";
import { TITLES } from "./words";

const WORDS: Readonly<Record<Kind, string>> = {
  "black-narrows": "Place stones. Keep them all in touch. The last to place wins.",
  narrows: "Capture to open the water. Link all of your islands to win.",
};

/** Milliseconds between the moves of a demonstration. */
const BEAT = 1100;
/** Milliseconds a finished demonstration is shown. */
const REST = 3600;

/** A board on which two first levels play for show. */
class Demo {
  readonly board = new Board(false);
  readonly #app: App;
  readonly #kind: Kind;
  readonly #search;
  #game: Game;
  #timer = 0;
  #gone = false;

  constructor(app: App, kind: Kind, delay: number) {
    this.#app = app;
    this.#kind = kind;
    this.#search = app.searcher();
    this.#game = this.#fresh();
    this.#draw(false);
    // Where motion is unwelcome the demonstration stands still after some moves.
    if (calm()) void this.#still();
    else this.#timer = window.setTimeout(() => void this.#step(), delay);
  }

  #fresh(): Game {
    return this.#kind === "narrows"
      ? new this.#app.Game("narrows", 6, 5, false)
      : new this.#app.Game("black-narrows", 6, 5, false);
  }

  async #move(): Promise<void> {
    const choice = await this.#search.think(this.#game.record(), 2, 1000);
    if (!this.#gone) this.#game.play(choice.move);
  }

  async #still(): Promise<void> {
    try {
      for (let move = 0; move < 7; move += 1) await this.#move();
      if (!this.#gone) this.#draw(false);
    } catch {
      // A demonstration that cannot go on stays as it is.
    }
  }

  async #step(): Promise<void> {
    try {
      if (!document.hidden) {
        if (this.#game.view().outcome) {
          this.#game.free();
          this.#game = this.#fresh();
          this.#draw(false);
        } else {
          await this.#move();
          if (this.#gone) return;
          this.#draw(true);
        }
      }
      const over = this.#game.view().outcome !== null;
      this.#timer = window.setTimeout(() => void this.#step(), over ? REST : BEAT);
    } catch {
      // As above.
    }
  }

  #draw(arriving: boolean): void {
    const view = this.#game.view();
    this.board.draw({
      view,
      illegal: view.illegal,
      pending: null,
      selected: null,
      targets: [],
      active: new Set(),
      hint: null,
      verdicts: new Map(),
      arriving: arriving ? view.last : null,
      label: () => "",
      name: "",
    });
  }

  stop(): void {
    this.#gone = true;
    clearTimeout(this.#timer);
    this.#search.close();
  }
}

export class StartScreen implements Screen {
  readonly element: HTMLElement;
  readonly title = "Narrows";
  readonly #demos: Demo[] = [];

  constructor(app: App) {
    const card = (kind: Kind, delay: number): HTMLElement => {
      const demo = new Demo(app, kind, delay);
      this.#demos.push(demo);
      return h(
        "article",
        { class: `card ${kind}` },
        h(
          "a",
          { class: "card-link", href: gamePath(kind) },
          demo.board.element,
          h("span", { class: "card-text" }, h("h2", {}, TITLES[kind]), h("span", {}, WORDS[kind])),
          h("span", { class: "button primary", "aria-hidden": "true" }, "Play"),
        ),
      );
    };
    this.element = h(
      "div",
      { class: "start" },
      h(
        "header",
        { class: "hero" },
        h("h1", {}, "Two games of open water"),
        h("p", {}, "by Mark Steere"),
      ),
      h("main", { class: "cards", id: "main" }, card("black-narrows", 500), card("narrows", 1000)),
      h(
        "footer",
        { class: "foot" },
        h(
          "nav",
          { "aria-label": "More" },
          h("a", { href: "#/puzzles", class: "button" }, "Puzzles"),
          h("button", { type: "button", class: "button", onclick: () => openRules("black-narrows") }, "Rules of Black Narrows"),
          h("button", { type: "button", class: "button", onclick: () => openRules("narrows") }, "Rules of Narrows"),
        ),
        h("p", {}, "Mark Steere designed both games. ", credit()),
      ),
    );
  }

  leave(): void {
    for (const demo of this.#demos) demo.stop();
  }
}
