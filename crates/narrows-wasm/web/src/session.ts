/**
 * One game at the board. What a tap does, what waits, what Undo takes back, whose turn it is: all of
 * that is the engine's `BoardSession`; here its view is kept until the next input, and its inputs typed.
 */
import { BoardSession, type BoardEffect, type BoardOptions, type BoardView, type Kind, type MoveInfo } from "narrows-wasm";
import type { Seats } from "./settings";

/** What a tap or a key aims at. */
export type Target = { readonly point: number } | "between" | "off";
export type Effects = readonly BoardEffect[];

export class Session {
  readonly #core: BoardSession;
  #view: BoardView | null = null;
  #legal: readonly MoveInfo[] | null = null;
  #moves: readonly string[] | null = null;

  constructor(core: BoardSession) {
    this.#core = core;
  }

  static fresh(kind: Kind, columns: number, rows: number, options: BoardOptions): Session {
    return new Session(new BoardSession(kind, columns, rows, options));
  }

  /** The game in a record, with the players it names unless the options name others. */
  static fromRecord(record: string, options: BoardOptions): Session {
    return new Session(BoardSession.fromRecord(record, options));
  }

  static fromPosition(kind: Kind, line: string, options: BoardOptions): Session {
    return new Session(BoardSession.fromPosition(kind, line, options));
  }

  /** Everything there is to draw. */
  get view(): BoardView {
    return (this.#view ??= this.#core.view());
  }

  /** The legal moves in the position on the screen. */
  get legal(): readonly MoveInfo[] {
    return (this.#legal ??= this.#core.legal());
  }

  get seats(): Seats {
    const { first, second } = this.view.players;
    return { first: first.seat, second: second.seat };
  }

  /** Whether a move waits for Confirm, or a stone is chosen. */
  get busy(): boolean {
    return this.view.waiting !== null || this.view.chosen !== null;
  }

  /** Whether a person is to move in the position on the screen. */
  get humanToMove(): boolean {
    const { atEnd, over, toMove, players } = this.view;
    return atEnd && !over && players[toMove].seat === "human";
  }

  get moves(): readonly string[] {
    return (this.#moves ??= this.#core.moves());
  }

  /** The record, up to `ply` moves if that is given. */
  record(ply?: number): string {
    return this.#core.record(ply);
  }

  /** Who made each move, for `BoardOptions.makers`. */
  get makers(): string {
    return this.#core.makers();
  }

  setDate(date: string): void {
    this.#core.setDate(date);
  }

  /** Sends an input and gives what is to be done then. */
  send(input: (core: BoardSession) => Effects): Effects {
    try {
      return input(this.#core);
    } finally {
      this.#view = null;
      this.#legal = null;
      this.#moves = null;
    }
  }

  tap(target: Target): Effects {
    return this.send((core) => core.tap(typeof target === "object" ? target.point : target));
  }

  /** Begins another session's game in this one, or asks to discard this one's first. */
  newGame(other: Session): Effects {
    return this.send((core) => core.newGame(other.#core));
  }

  free(): void {
    this.#core.free();
  }
}
