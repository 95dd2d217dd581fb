/**
 * One game as a person plays it: what is chosen, what waits for Confirm, what Undo takes back, which
 * move is being looked at. No drawing and no rules; the engine's `Game` answers every question.
 */
import type { Game, Kind, MoveInfo, PlayerName, View } from "narrows-wasm";
import type { Seat, Seats } from "./settings";

/** What a tap or a key aims at. */
export type Target = { readonly point: number } | "between" | "off";

/** What a tap did; the page speaks and animates it. */
export type Effect =
  | "none"
  | "chosen"
  | "pending"
  | "moved-pending"
  | "taken-back"
  | "cancelled"
  | "refused"
  | "undone"
  | "played";

/** Who made a move; `null` in a record that came from elsewhere. */
export type Maker = Seat | null;

export class Session {
  readonly game: Game;
  readonly id: string;
  seats: Seats;
  /** Whether a move waits for Confirm before it is made. */
  confirm: boolean;
  /** The stone chosen to move (Narrows). */
  selected: number | null = null;
  /** The move that waits for Confirm. */
  pending: MoveInfo | null = null;
  /** The move that level 6 would make, once asked for. */
  hint: MoveInfo | null = null;
  /** Whether the exchange on offer has been declined by saying so. */
  exchangeDeclined = false;
  /** Whether the computer has been told to stop. */
  stopped = false;
  /** Who made each move: a person, a level, or nobody here, as in a record that was loaded. */
  readonly makers: Maker[];
  #views = new Map<number, View>();
  #cursor: number | null = null;
  #after: { readonly move: string; readonly view: View } | null = null;

  constructor(game: Game, id: string, seats: Seats, confirm: boolean, makers: readonly Maker[] = []) {
    this.game = game;
    const { plies } = game.view();
    this.makers = Array.from({ length: plies }, (_, ply) => makers[ply] ?? null);
    this.id = id;
    this.seats = seats;
    this.confirm = confirm;
  }

  get kind(): Kind {
    return this.live.kind;
  }

  /** The position at the end of the game. */
  get live(): View {
    return this.#view(null);
  }

  /** The position on the screen. */
  get view(): View {
    return this.#view(this.#cursor);
  }

  /** Whether the position on the screen is the one to play from. */
  get atEnd(): boolean {
    return this.#cursor === null;
  }

  /** The position after the move that waits for Confirm. */
  get preview(): View | null {
    if (!this.pending) return null;
    if (this.#after?.move !== this.pending.move) {
      this.#after = { move: this.pending.move, view: this.game.after(this.pending.move) };
    }
    return this.#after.view;
  }

  seat(player: PlayerName): Seat {
    return this.seats[player];
  }

  get over(): boolean {
    return this.live.outcome !== null;
  }

  /** Whether a person has put something into it that would be lost. */
  get worthKeeping(): boolean {
    return !this.over && this.makers.includes("human");
  }

  /** Whether a person is to move in the position on the screen. */
  get humanToMove(): boolean {
    return this.atEnd && !this.over && this.seat(this.live.toMove) === "human";
  }

  /** The level that is to move, if one is. */
  get levelToMove(): number | null {
    const seat = this.seat(this.live.toMove);
    return this.over || seat === "human" ? null : seat;
  }

  /** Whether the choice to exchange colours waits for a person's answer. */
  get exchangeOpen(): boolean {
    return this.humanToMove && this.live.exchangeOffered && !this.exchangeDeclined;
  }

  /** The moves of the stone that is chosen. */
  get choices(): readonly MoveInfo[] {
    if (this.selected === null || !this.humanToMove) return [];
    return this.live.legal.filter((move) => move.from === this.selected);
  }

  /** A tap on the board, or off it. */
  tap(target: Target): Effect {
    if (!this.humanToMove) return "none";
    return this.kind === "narrows" ? this.#tapNarrows(target) : this.#tapBlackNarrows(target);
  }

  #tapBlackNarrows(target: Target): Effect {
    const was = this.pending;
    const move =
      typeof target === "object" ? this.live.legal.find((legal) => legal.to === target.point) : undefined;
    if (!move) {
      if (was) {
        this.pending = null;
        return "taken-back";
      }
      return typeof target === "object" ? "refused" : "none";
    }
    if (!this.confirm || was?.move === move.move) return this.#play(move);
    this.pending = move;
    return was ? "moved-pending" : "pending";
  }

  #tapNarrows(target: Target): Effect {
    const point = typeof target === "object" ? target.point : null;
    if (this.pending && point !== null && point === this.pending.to) return this.#play(this.pending);
    const { cells, colorToMove } = this.live;
    const own = colorToMove === "black" ? "b" : "w";
    if (point !== null && cells[point] === own && (this.pending || point !== this.selected)) {
      this.pending = null;
      this.selected = point;
      return "chosen";
    }
    if (!this.pending && point !== null) {
      const move = this.choices.find((choice) => choice.to === point);
      if (move) {
        if (!this.confirm) return this.#play(move);
        this.pending = move;
        return "pending";
      }
    }
    return this.takeBack() ? "cancelled" : point === null ? "none" : "refused";
  }

  /** Makes the move that waits. */
  confirmPending(): Effect {
    return this.pending && this.humanToMove ? this.#play(this.pending) : "none";
  }

  /** Takes back what was chosen or waits; says whether there was anything. */
  takeBack(): boolean {
    const had = this.pending !== null || this.selected !== null;
    this.pending = null;
    this.selected = null;
    return had;
  }

  #play(move: MoveInfo): Effect {
    this.play(move.move, "human");
    return "played";
  }

  /** Makes a move of a person or a level. */
  play(move: string, maker: Maker): void {
    this.game.play(move);
    this.makers.push(maker);
    this.#changed();
  }

  /** The player who made the move with this number, from 0. */
  mover(ply: number): PlayerName {
    return this.#view(ply).toMove;
  }

  /**
   * The number of the move that Undo would take back to: the last one a person made, or one of a loaded
   * record whose side a person has now. Never a level's, whoever has its seat meanwhile.
   */
  get #undoTo(): number | null {
    for (let ply = this.live.plies - 1; ply >= 0; ply -= 1) {
      const maker = this.makers[ply];
      if (maker === "human" || (maker === null && this.seat(this.mover(ply)) === "human")) return ply;
    }
    return null;
  }

  get canUndo(): boolean {
    // A placed stone that waits is taken back by Undo even before the first move; in Narrows Undo is
    // off until then, and a tap on it cancels as any tap elsewhere does.
    if (this.kind === "black-narrows" && this.pending) return true;
    return this.atEnd && this.#undoTo !== null;
  }

  /** Takes back what waits, else the last move a person made together with the replies to it. */
  undo(): Effect {
    const waiting = this.pending !== null;
    this.takeBack();
    if (waiting) return "taken-back";
    const to = this.atEnd ? this.#undoTo : null;
    if (to === null) return "none";
    while (this.live.plies > to) {
      this.game.undo();
      this.makers.pop();
      this.#changed();
    }
    return "undone";
  }

  /** Shows the position after `ply` moves; the last one is the game itself. */
  goTo(ply: number): void {
    const plies = this.live.plies;
    const to = Math.max(0, Math.min(plies, ply));
    this.takeBack();
    this.hint = null;
    this.#cursor = to === plies ? null : to;
  }

  /** Puts the player's and levels' names into the record. */
  nameSeats(date: string): void {
    const name = (seat: Seat): string => (seat === "human" ? "human" : `level ${seat}`);
    this.game.setNames(name(this.seats.first), name(this.seats.second));
    this.game.setDate(date);
  }

  #changed(): void {
    this.#views.clear();
    this.#after = null;
    this.#cursor = null;
    this.pending = null;
    this.selected = null;
    this.hint = null;
    this.exchangeDeclined = false;
  }

  #view(ply: number | null): View {
    const key = ply ?? -1;
    let view = this.#views.get(key);
    if (!view) {
      view = this.game.view(ply ?? undefined);
      this.#views.set(key, view);
    }
    return view;
  }
}
