/** The first screen: choose a game, each shown by a small board that plays itself. Its HTML stands in index.html. */
import type { Game, Kind } from "narrows-wasm";
import type { App, Screen } from "./app";
import { Board } from "./board";
import { DEMOS } from "./demos";
import { calm } from "./dom";
import { openRules } from "./rules-sheet";
import { plain } from "./scene";
import type { Searcher } from "./search";
import { KINDS } from "./settings";
import { t, word } from "./strings";

/** Milliseconds between the moves of a demonstration. */
const BEAT = 1100;
/** Milliseconds a finished demonstration is shown. */
const REST = 3600;

/** A board on which two second levels play for show, once the engine is there. */
class Demo {
  readonly #board = new Board(false);
  readonly #app: App;
  readonly #kind: Kind;
  readonly #place: HTMLElement;
  #search: Searcher | null = null;
  #game: Game | null = null;
  #timer = 0;
  #gone = false;

  constructor(app: App, kind: Kind, place: HTMLElement, delay: number) {
    this.#app = app;
    this.#kind = kind;
    this.#place = place;
    // Where motion is unwelcome the picture stands still.
    if (calm()) return;
    app.engine.then(
      () => {
        this.#timer = window.setTimeout(() => void this.#begin(), delay);
      },
      () => undefined,
    );
  }

  async #begin(): Promise<void> {
    this.#search = this.#app.searcher();
    const { position } = DEMOS[this.#kind];
    this.#game = this.#app.Game.fromPosition(this.#kind, position, false);
    this.#place.replaceWith(this.#board.element);
    this.#draw(false);
    await this.#step();
  }

  async #step(): Promise<void> {
    try {
      if (!document.hidden) await this.#move();
      if (this.#gone) return;
      const over = this.#game?.view().outcome !== null;
      this.#timer = window.setTimeout(() => void this.#step(), over ? REST : BEAT);
    } catch {
      // A demonstration that cannot go on stays as it is.
    }
  }

  async #move(): Promise<void> {
    const game = this.#game!;
    if (game.view().outcome) {
      game.free();
      this.#game = new this.#app.Game(this.#kind, 6, 5, false);
      this.#draw(false);
      return;
    }
    const choice = await this.#search!.think(game.record(), 2, 1000);
    if (this.#gone) return;
    game.play(choice.move);
    this.#draw(true);
  }

  #draw(arriving: boolean): void {
    const view = this.#game!.view();
    const last = arriving ? view.last : null;
    this.#board.draw({ view: plain(view), verdicts: new Map(), arriving: last, label: () => "", name: "" });
  }

  stop(): void {
    this.#gone = true;
    clearTimeout(this.#timer);
    this.#search?.close();
  }
}

/** The screen as index.html brought it, for when it is shown again. */
const written = document.querySelector<HTMLElement>("#app > .start")!;
const copy = written.cloneNode(true) as HTMLElement;
let shown = false;

/** Fills the words that the HTML names. */
function fillWords(element: HTMLElement): void {
  for (const place of element.querySelectorAll<HTMLElement>("[data-say]")) place.textContent = word(place.dataset["say"]!);
  for (const place of element.querySelectorAll<HTMLElement>("[data-label]")) {
    place.setAttribute("aria-label", word(place.dataset["label"]!));
  }
}

export class StartScreen implements Screen {
  readonly element: HTMLElement;
  readonly title = t.both;
  readonly #demos: Demo[];

  constructor(app: App) {
    this.element = shown ? (copy.cloneNode(true) as HTMLElement) : written;
    shown = true;
    fillWords(this.element);
    for (const button of this.element.querySelectorAll<HTMLElement>("[data-rules]")) {
      button.addEventListener("click", () => openRules(button.dataset["rules"] as Kind));
    }
    this.#demos = KINDS.map(
      (kind, index) => new Demo(app, kind, this.element.querySelector<HTMLElement>(`.${kind} .board`)!, 500 * (index + 1)),
    );
  }

  leave(): void {
    for (const demo of this.#demos) demo.stop();
  }
}
