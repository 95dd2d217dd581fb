/**
 * A game that is played at a stage, on the page and in a board for other pages: passes on what a person does, carries out
 * what the session asks for, lets levels think, and keeps in words what happened.
 */
import type { BoardView, MoveInfo } from "narrows-wasm";
import { Computer, type Asked } from "./computer";
import type { Searcher } from "./search";
import type { Effects, Session, Target } from "./session";
import type { Seats } from "./settings";
import type { GameStage } from "./stage";
import { t } from "./strings";
import { countLine, moveSentence, playerName, resultWords, statusSentence, turnSentence, type Happening } from "./words";

/** Where a game is played. */
export interface Host {
  /** Draws the game as it is now; `arriving` is the move just made. */
  draw(arriving: MoveInfo | null): void;
  /** Tells somebody who does not see the board. */
  say(words: string): void;
  /** After it was drawn: a move was made by whoever was to move in `before`. */
  moved?(move: MoveInfo, before: BoardView): void;
  /** Likewise: another game has taken the place of this one, which was `over` or not. */
  started?(over: boolean): void;
  /** Likewise: the game is to be kept. */
  save?(): void;
}

type Input = Parameters<Session["send"]>[0];

export class Room {
  session: Session;
  readonly #host: Host;
  readonly #computer: Computer;
  /** What happened last, in a sentence, and whether it is trouble. */
  #news = "";
  #trouble = "";

  /** `progress` is told which part of its time a search has used. */
  constructor(session: Session, searcher: () => Searcher, host: Host, progress: (part: number) => void = () => undefined) {
    this.session = session;
    this.#host = host;
    this.#computer = new Computer(searcher, progress);
  }

  /** Goes on with another session; `trouble` is why, if it is not by somebody's wish. The one before is the caller's. */
  open(session: Session, trouble = ""): void {
    this.#computer.cancel();
    this.session = session;
    this.#news = "";
    this.#trouble = trouble;
  }

  /** Ends the workers, for good. */
  close(): void {
    this.#computer.close();
  }

  /** Has a stage show this game: its controls act on it, and what waits is taken back by a click elsewhere. */
  occupy(stage: GameStage, fresh: () => void, keys: EventTarget, signal: AbortSignal): void {
    const exchange = (input: Input): void => {
      this.send(input);
      // The question is gone, and with it what had the focus.
      stage.board.focus();
    };
    stage.actions = {
      confirm: () => this.send((core) => core.confirm()),
      undo: () => this.undo(),
      hint: () => this.hintOrStop(),
      fresh,
      takeOver: () => exchange((core) => core.takeOver()),
      stay: () => {
        exchange((core) => core.stay());
        this.#host.say(`${t.say.stayed} ${turnSentence(this.session)}`);
      },
    };
    // An Undo that works takes back what waits itself.
    const spares = (): Element | null => (this.session.view.buttons.undo ? stage.undo : null);
    stage.takeBack(keys, () => this.session.busy && this.tap("off"), signal, spares);
  }

  // ---- what a person does ----

  send(input: Input): void {
    const before = this.session.view;
    this.carryOut(this.session.send(input), before);
  }

  tap(target: Target): void {
    const { session } = this;
    const before = session.view;
    const mayMove = session.humanToMove;
    const effects = session.tap(target);
    const { kind, waiting, chosen, cells } = session.view;
    if (!effects.some(({ type }) => type === "moved")) {
      if (waiting || chosen !== null) this.#host.say(turnSentence(session));
      else if (before.waiting || before.chosen !== null) this.#sayTakenBack(before);
      else if (typeof target === "object" && mayMove && kind === "black-narrows") {
        this.#host.say(cells[target.point] === "." ? t.say.illegalHere : t.say.stoneHere);
      }
    }
    this.carryOut(effects, before);
  }

  #sayTakenBack({ waiting }: BoardView): void {
    this.#host.say(waiting ? t.say.takenBack(waiting.move) : t.say.cancelled);
  }

  undo(): void {
    const before = this.session.view;
    if (!before.buttons.undo) return;
    if (before.waiting) this.#sayTakenBack(before);
    const effects = this.session.send((core) => core.undo());
    this.#trouble = "";
    if (this.session.view.plies < before.plies) {
      this.#news = "";
      this.#host.say(`${t.say.undone} ${this.standing()}`);
    }
    this.carryOut(effects, before);
  }

  /** Hint, or Stop while the computer thinks, or Go on after Stop. */
  hintOrStop(): void {
    const { buttons } = this.session.view;
    if (buttons.stop) {
      this.send((core) => core.stop());
      this.#host.say(t.say.stopped);
    } else if (buttons.goOn) {
      this.#trouble = "";
      this.send((core) => core.goOn());
    } else if (buttons.hint) {
      this.send((core) => core.hint());
      this.#host.say(`${t.say.lookingForHint}.`);
    }
  }

  /** Seats people and levels; the game goes on. */
  setSeats({ first, second }: Seats): void {
    this.#trouble = "";
    this.send((core) => core.setSeats(first, second));
  }

  // ---- what is said ----

  /** What stands above the board: who won, and what goes on. */
  status(more: Pick<Happening, "better" | "analysis"> = { better: null, analysis: null }): { readonly strong: string; readonly text: string } {
    const { view } = this.session;
    const won = view.outcome && view.atEnd && !this.#trouble;
    return {
      strong: won ? resultWords(view).title : "",
      text: statusSentence(this.session, { news: this.#news, trouble: this.#trouble, ...more }),
    };
  }

  /** How the game stands, as one would tell somebody who does not see the board. */
  standing(counts = true): string {
    const { session } = this;
    const { view } = session;
    const { title, detail } = resultWords(view);
    const state = title ? `${title}. ${detail}` : turnSentence(session);
    return `${this.#news} ${state} ${counts ? `${countLine(view, session.legal.length)}.` : ""}`.trim();
  }

  // ---- what the session asks for ----

  /** Does what an input asks for; `before` is the view it was sent in. */
  carryOut(effects: Effects, before = this.session.view): void {
    const { session } = this;
    const host = this.#host;
    let asked: Asked | null = null;
    let moved: MoveInfo | null = null;
    for (const effect of effects) {
      if (effect.type === "cancel") this.#computer.cancel();
      else if (effect.type === "ask-level") asked = effect;
      else if (effect.type === "moved") {
        moved = effect.move;
        this.#tellMove(moved, before);
      } else if (effect.type === "started") {
        this.#news = "";
        this.#trouble = "";
      }
    }
    host.draw(moved);
    if (moved) host.moved?.(moved, before);
    if (effects.some(({ type }) => type === "started")) host.started?.(before.over);
    if (effects.some(({ type }) => type === "save")) host.save?.();
    // Whoever was told may have begun another game.
    if (asked && session === this.session) void this.#think(asked);
  }

  #tellMove(move: MoveInfo, before: BoardView): void {
    this.#news = moveSentence(playerName(before.toMove, before), move);
    this.#trouble = "";
    const { over, players, toMove } = this.session.view;
    // A person knows what they did; after a level's move, and at the end, one hears all of it.
    this.#host.say(over || players[toMove].seat === "human" ? this.standing() : this.#news);
  }

  /** Lets a level think and hands its answer to the session, which knows whether it comes too late. */
  async #think(asked: Asked): Promise<void> {
    const { session } = this;
    const hint = asked.purpose === "hint";
    const { view, seats } = session;
    if (!hint) this.#host.say(`${t.say.thinking(playerName(view.toMove, view))}.`);
    const watching = seats.first !== "human" && seats.second !== "human";
    const answer = await this.#computer.think(session.record(), asked, watching);
    if (!answer || session !== this.session) return;
    const before = session.view;
    if ("failed" in answer) {
      const effects = session.send((core) => core.failed(asked.ticket, answer.failed));
      this.#trouble = hint ? t.say.noHint(answer.failed) : t.say.noMove(answer.failed);
      this.#host.say(this.#trouble);
      return this.carryOut(effects, before);
    }
    const effects = session.send((core) => core.answer(asked.ticket, answer));
    if (hint && session.view.hint) {
      const sure = { win: ` ${t.say.hintWins}`, loss: ` ${t.say.hintLoses}`, unknown: "" }[answer.value];
      this.#news = answer.move === "swap" ? t.say.hintSwap : t.say.hint(answer.move) + sure;
      this.#host.say(this.#news);
    }
    this.carryOut(effects, before);
  }
}
