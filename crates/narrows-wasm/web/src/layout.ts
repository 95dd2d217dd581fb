/** The elements of a game's screen around its stage, in their places. What they do is given to them. */
import type { BoardView, Kind } from "narrows-wasm";
import { button, enable } from "./controls";
import { h, icon, ICONS, setText } from "./dom";
import { GameStage } from "./stage";
import { t } from "./strings";

/** What the controls around the stage do. */
export interface Actions {
  menu(): void;
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
const NOTHING: Actions = { menu: nothing, moves: nothing, step: nothing };

export class Layout {
  readonly element: HTMLElement;
  readonly stage = new GameStage();
  /** What the controls do now. */
  actions = NOTHING;
  readonly progress = h("div", { class: "progress", "aria-hidden": "true" }, h("i"));
  readonly players = h("div", { class: "players" });
  /** Also opens the list of moves. */
  readonly ply: HTMLButtonElement;
  readonly menu: HTMLButtonElement;
  readonly steps: Readonly<Record<"first" | "back" | "forward" | "last", HTMLButtonElement>>;

  constructor(kind: Kind) {
    const words = t.play;
    this.menu = button(words.menu, ICONS.menu, () => this.actions.menu(), "menu");
    this.steps = {
      first: round(words.first, ICONS.first, () => this.actions.step("first")),
      back: round(words.back, ICONS.back, () => this.actions.step("back")),
      forward: round(words.forward, ICONS.forward, () => this.actions.step("forward")),
      last: round(words.last, ICONS.last, () => this.actions.step("last")),
    };
    this.ply = h("button", { type: "button", class: "ply", "aria-haspopup": "dialog", onclick: () => this.actions.moves() });
    const { board, count, message, exchange, buttons } = this.stage;
    const { first, back, forward, last } = this.steps;
    this.element = h(
      "div",
      { class: `play ${kind}` },
      topBar(t.titles[kind], this.menu),
      h(
        "main",
        { class: "table", id: "main" },
        h("section", { class: "stage", "aria-label": words.game }, h("div", { class: "head" }, count, message, exchange, this.progress), board.element),
        h(
          "section",
          { class: "controls", "aria-label": words.controls },
          this.players,
          buttons,
          h("div", { class: "steps", role: "group", "aria-label": words.stepping }, first, back, this.ply, forward, last),
          h("p", { class: "by" }, t.by),
        ),
      ),
    );
  }

  /** Switches all controls on or off. */
  enable(on: boolean): void {
    this.stage.enable(on);
    for (const control of [this.menu, this.ply, ...Object.values(this.steps)]) enable(control, on);
  }

  /** Marks the screen with what goes on, for the styles; `won` is whether the one person has won. */
  mark({ thinking, outcome, atEnd }: BoardView, won: boolean | null): void {
    const over = outcome !== null;
    const states = { thinking: thinking !== null, over, won: won === true || (over && won === null), lost: won === false, back: !atEnd };
    for (const [name, on] of Object.entries(states)) this.element.classList.toggle(name, on);
  }

  /** Shows which controls do something now. */
  drawControls(view: BoardView): void {
    this.stage.drawControls(view);
    const { buttons, ply, plies } = view;
    const { first, back, forward, last } = this.steps;
    for (const step of [first, back]) enable(step, buttons.back);
    for (const step of [forward, last]) enable(step, buttons.forward);
    setText(this.ply, plies === 0 ? t.play.noMoves : t.play.ply(ply, plies));
  }

  /** Puts the list of moves into its place. */
  showMoves(list: HTMLElement): void {
    this.players.after(list);
  }
}
