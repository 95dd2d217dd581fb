/** The elements of a game's screen, in their places. What they do is given to them; what they show is set by others. */
import type { BoardView, Kind } from "narrows-wasm";
import { Board } from "./board";
import { button, enable, reword } from "./controls";
import { h, icon, ICONS, setText } from "./dom";
import { t } from "./strings";

/** What the controls do. */
export interface Actions {
  menu(): void;
  confirm(): void;
  undo(): void;
  hint(): void;
  fresh(): void;
  takeOver(): void;
  stay(): void;
  /** Opens the list of moves. */
  moves(): void;
  /** Shows the first position, the one before, the one after, or the latest. */
  step(to: "first" | "back" | "forward" | "last"): void;
}

/** A round button with a name that only shows on pointing at it. */
const round = (label: string, path: string, run: () => void): HTMLButtonElement =>
  h("button", { type: "button", class: "round", "aria-label": label, title: label, onclick: run }, icon(path));

/** The bar at the top, with the way back to all games. */
export const topBar = (title: string, end: HTMLElement): HTMLElement =>
  h(
    "header",
    { class: "top" },
    h("a", { class: "round home", href: "#/", "aria-label": t.play.allGames, title: t.play.allGames }, icon(ICONS.home)),
    h("h1", { tabindex: "-1" }, title),
    end,
  );

const nothing = (): void => undefined;
const NOTHING: Actions = { menu: nothing, confirm: nothing, undo: nothing, hint: nothing, fresh: nothing, takeOver: nothing, stay: nothing, moves: nothing, step: nothing };

export class Layout {
  readonly element: HTMLElement;
  #said: string | null = null;
  readonly board = new Board(true);
  /** What the controls do now. */
  actions = NOTHING;
  readonly count = h("p", { class: "count" });
  readonly message = h("p", { class: "message" });
  readonly progress = h("div", { class: "progress", "aria-hidden": "true" }, h("i"));
  readonly exchange: HTMLElement;
  readonly players = h("div", { class: "players" });
  /** Also opens the list of moves. */
  readonly ply: HTMLButtonElement;
  readonly confirm: HTMLButtonElement;
  readonly undo: HTMLButtonElement;
  readonly hint: HTMLButtonElement;
  readonly fresh: HTMLButtonElement;
  readonly menu: HTMLButtonElement;
  readonly steps: Readonly<Record<"first" | "back" | "forward" | "last", HTMLButtonElement>>;

  constructor(kind: Kind) {
    const words = t.play;
    this.confirm = button(words.confirm, ICONS.confirm, () => this.actions.confirm(), "primary confirm");
    this.undo = button(words.undo, ICONS.undo, () => this.actions.undo(), "undo");
    this.hint = button(words.hint, ICONS.hint, () => this.actions.hint(), "hint");
    this.fresh = button(words.newGame, ICONS.fresh, () => this.actions.fresh(), "fresh");
    this.menu = button(words.menu, ICONS.menu, () => this.actions.menu(), "menu");
    this.steps = {
      first: round(words.first, ICONS.first, () => this.actions.step("first")),
      back: round(words.back, ICONS.back, () => this.actions.step("back")),
      forward: round(words.forward, ICONS.forward, () => this.actions.step("forward")),
      last: round(words.last, ICONS.last, () => this.actions.step("last")),
    };
    this.ply = h("button", { type: "button", class: "ply", "aria-haspopup": "dialog", onclick: () => this.actions.moves() });
    this.exchange = h(
      "div",
      { class: "exchange", role: "group", "aria-label": words.exchange, hidden: true },
      h("button", { type: "button", class: "button primary", onclick: () => this.actions.takeOver() }, words.takeOver),
      h("button", { type: "button", class: "button", onclick: () => this.actions.stay() }, words.stayWhite),
    );
    const head = h("div", { class: "head" }, this.count, this.message, this.exchange, this.progress);
    const { first, back, forward, last } = this.steps;
    this.element = h(
      "div",
      { class: `play ${kind}` },
      topBar(t.titles[kind], this.menu),
      h(
        "main",
        { class: "table", id: "main" },
        h("section", { class: "stage", "aria-label": words.game }, head, this.board.element),
        h(
          "section",
          { class: "controls", "aria-label": words.controls },
          this.players,
          h("div", { class: "buttons" }, this.undo, this.hint, this.fresh, this.confirm),
          h("div", { class: "steps", role: "group", "aria-label": words.stepping }, first, back, this.ply, forward, last),
          h("p", { class: "by" }, t.by),
        ),
      ),
    );
  }
  /** Switches all controls on or off. */
  enable(on: boolean): void {
    const { confirm, undo, hint, fresh, menu, ply, steps } = this;
    for (const control of [confirm, undo, hint, fresh, menu, ply, ...Object.values(steps)]) enable(control, on);
  }

  /** Marks the screen with what goes on, for the styles; `won` is whether the one person has won. */
  mark({ thinking, outcome, atEnd }: BoardView, won: boolean | null): void {
    const over = outcome !== null;
    const states = { thinking: thinking !== null, over, won: won === true || (over && won === null), lost: won === false, back: !atEnd };
    for (const [name, on] of Object.entries(states)) this.element.classList.toggle(name, on);
  }

  /** Shows which controls do something now. */
  drawButtons({ buttons, confirm, outcome, atEnd, ply, plies }: BoardView): void {
    this.confirm.hidden = !confirm;
    enable(this.confirm, buttons.confirm);
    enable(this.undo, buttons.undo);
    if (buttons.stop) reword(this.hint, t.play.stop, ICONS.stop);
    else if (buttons.goOn) reword(this.hint, t.play.goOn, ICONS.go);
    else reword(this.hint, t.play.hint, ICONS.hint);
    enable(this.hint, buttons.stop || buttons.goOn || buttons.hint);
    this.fresh.classList.toggle("primary", outcome !== null && atEnd && !confirm);
    const { first, back, forward, last } = this.steps;
    for (const step of [first, back]) enable(step, buttons.back);
    for (const step of [forward, last]) enable(step, buttons.forward);
    setText(this.ply, plies === 0 ? t.play.noMoves : t.play.ply(ply, plies));
  }

  /** Says what goes on; who won stands out. What is said already stays as it is. */
  say(strong: string, text: string): void {
    const whole = `${strong}\n${text}`;
    if (this.#said === whole) return;
    this.#said = whole;
    this.message.replaceChildren(...(strong ? [h("strong", {}, `${strong}. `)] : []), text);
  }

  /** Puts the list of moves into its place. */
  showMoves(list: HTMLElement): void {
    this.players.after(list);
  }
}
