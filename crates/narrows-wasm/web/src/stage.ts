/**
 * A board with the words above it and the controls that belong to it: what a game on the page, a puzzle and a board in
 * somebody else's page have in common. What the controls do is given to them.
 */
import type { BoardView, MoveInfo, Value } from "narrows-wasm";
import { Board } from "./board";
import { button, enable, reword } from "./controls";
import { h, ICONS, setText } from "./dom";
import type { Drawn } from "./scene";
import type { Session } from "./session";
import { t } from "./strings";
import { countLine, pointLabels } from "./words";

const NONE: ReadonlyMap<number, Value> = new Map();

/** What is drawn of a game beside what its session says. */
export interface Shown {
  readonly arriving: MoveInfo | null;
  readonly verdicts?: ReadonlyMap<number, Value>;
  /** The name of the board, and what to show instead of the session's view. */
  readonly name?: string;
  readonly view?: Drawn;
}

export class Stage {
  readonly board = new Board(true);
  readonly count = h("p", { class: "count" });
  readonly message: HTMLElement;
  readonly confirm: HTMLButtonElement;
  #said: string | null = null;

  /** `spoken` where nothing else on the page says what happens. */
  constructor(confirm: () => void, spoken = false) {
    this.message = h("p", { class: "message", role: spoken ? "status" : undefined });
    this.confirm = button(t.play.confirm, ICONS.confirm, confirm, "primary confirm");
  }

  /** Draws the board and counts what is on it. */
  draw(session: Session, { arriving, verdicts = NONE, name, view }: Shown): void {
    const { kind, columns, rows } = session.view;
    this.board.draw({
      view: view ?? session.view,
      verdicts,
      arriving,
      name: name ?? t.play.board(t.titles[kind], columns, rows),
      label: pointLabels(session.view, verdicts),
    });
    setText(this.count, countLine(session.view, session.legal.length));
  }

  /** Says what goes on; who won stands out. What is said already stays as it is. */
  say(strong: string, text: string): void {
    const whole = `${strong}\n${text}`;
    if (this.#said === whole) return;
    this.#said = whole;
    this.message.replaceChildren(...(strong ? [h("strong", {}, `${strong}. `)] : []), text);
  }

  /**
   * Calls `back` for a click anywhere but on the board, Confirm and what `spares` names, and for Escape within `keys`;
   * until `signal` ends it. A dialog that is open is not elsewhere.
   */
  takeBack(keys: EventTarget, back: () => void, signal: AbortSignal, spares: () => Element | null = () => null): void {
    const click = (event: Event): void => {
      // Not the target: a board may stand in a tree of its own, and another board's surface is elsewhere.
      const path = event.composedPath();
      const spared = [this.board.surface, this.confirm, spares()].some((part) => part && path.includes(part));
      if (!spared && !path.some((part) => part instanceof HTMLDialogElement)) back();
    };
    const press = (event: Event): void => {
      if ((event as KeyboardEvent).key === "Escape" && !document.querySelector("dialog[open]")) back();
    };
    document.addEventListener("click", click, { capture: true, signal });
    keys.addEventListener("keydown", press, { signal });
  }
}

/** What the controls of a game do. */
export interface GameActions {
  confirm(): void;
  undo(): void;
  /** Hint, or Stop while the computer thinks, or Go on after Stop. */
  hint(): void;
  fresh(): void;
  takeOver(): void;
  stay(): void;
}

const nothing = (): void => undefined;
const NOTHING: GameActions = { confirm: nothing, undo: nothing, hint: nothing, fresh: nothing, takeOver: nothing, stay: nothing };

/** A stage for a whole game: also Undo, Hint, New game and the exchange of colors. */
export class GameStage extends Stage {
  /** What the controls do now. */
  actions = NOTHING;
  readonly exchange: HTMLElement;
  readonly undo: HTMLButtonElement;
  readonly hint: HTMLButtonElement;
  readonly fresh: HTMLButtonElement;
  /** The place of the buttons. */
  readonly buttons: HTMLElement;

  constructor(spoken = false) {
    super(() => this.actions.confirm(), spoken);
    const words = t.play;
    const answer = (text: string, run: () => void, primary: string): HTMLButtonElement =>
      h("button", { type: "button", class: `button ${primary}`, onclick: run }, text);
    this.exchange = h(
      "div",
      { class: "exchange", role: "group", "aria-label": words.exchange, hidden: true },
      answer(words.takeOver, () => this.actions.takeOver(), "primary"),
      answer(words.stayWhite, () => this.actions.stay(), ""),
    );
    this.undo = button(words.undo, ICONS.undo, () => this.actions.undo(), "undo");
    this.hint = button(words.hint, ICONS.hint, () => this.actions.hint(), "hint");
    this.fresh = button(words.newGame, ICONS.fresh, () => this.actions.fresh(), "fresh");
    this.buttons = h("div", { class: "buttons" }, this.undo, this.hint, this.fresh, this.confirm);
  }

  /** Switches all controls on or off. */
  enable(on: boolean): void {
    for (const control of [this.confirm, this.undo, this.hint, this.fresh]) enable(control, on);
  }

  /** Shows which controls do something now. */
  drawControls({ buttons, confirm, outcome, atEnd, thinking }: BoardView): void {
    this.exchange.hidden = !buttons.exchange || thinking !== null;
    this.confirm.hidden = !confirm;
    enable(this.confirm, buttons.confirm);
    enable(this.undo, buttons.undo);
    if (buttons.stop) reword(this.hint, t.play.stop, ICONS.stop);
    else if (buttons.goOn) reword(this.hint, t.play.goOn, ICONS.go);
    else reword(this.hint, t.play.hint, ICONS.hint);
    enable(this.hint, buttons.stop || buttons.goOn || buttons.hint);
    enable(this.fresh, true);
    this.fresh.classList.toggle("primary", outcome !== null && atEnd && !confirm);
  }
}
