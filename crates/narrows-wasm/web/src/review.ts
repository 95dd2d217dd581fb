/** Looks through a whole game with level 6: who stood how well after each move, and what it would have played. */
import type { ChoiceInfo } from "narrows-wasm";
import { Cancelled, type Searcher } from "./search";

/** Milliseconds for each position; level 6 needs less as soon as it can solve. */
const BUDGET = 700;
/** A move that costs its player this much of the expected result is a mistake. */
const MISTAKE = 0.2;

/** What level 6 says of a position: the expected result for the first player, 0 to 1, and its own move. */
export interface Opinion {
  readonly first: number;
  readonly move: string;
}

/** Whether the first player moves after so many moves; an exchange does not change the order of players. */
const firstMoves = (ply: number): boolean => ply % 2 === 0;

/** The opinion that a choice expresses. */
export function opinionOf({ value, expected, move }: Pick<ChoiceInfo, "value" | "expected" | "move">, ply: number): Opinion {
  const mover = value === "win" ? 1 : value === "loss" ? 0 : expected;
  return { first: firstMoves(ply) ? mover : 1 - mover, move };
}

/** The better move instead of the one made after `ply` moves, if that was a mistake. */
export function betterThan(ply: number, made: string, opinions: ReadonlyMap<number, Opinion>): string | null {
  const before = opinions.get(ply);
  const after = opinions.get(ply + 1);
  if (!before || !after || before.move === made) return null;
  const lost = firstMoves(ply) ? before.first - after.first : after.first - before.first;
  return lost >= MISTAKE ? before.move : null;
}

export class Review {
  readonly #search: Searcher;
  readonly #changed: () => void;
  #moves: readonly string[] = [];
  #opinions = new Map<number, Opinion>();
  #running = false;

  /** `changed` is called after every position. */
  constructor(search: Searcher, changed: () => void) {
    this.#search = search;
    this.#changed = changed;
  }

  /** What is known of the positions of this game; of the one before nothing is kept that no longer fits. */
  opinions(moves: readonly string[]): ReadonlyMap<number, Opinion> {
    if (moves !== this.#moves) {
      const same = this.#moves.findIndex((move, ply) => moves[ply] !== move);
      const shared = same < 0 ? Math.min(this.#moves.length, moves.length) : same;
      for (const ply of this.#opinions.keys()) if (ply > shared) this.#opinions.delete(ply);
      this.#moves = moves;
    }
    return this.#opinions;
  }

  get running(): boolean {
    return this.#running;
  }

  /** Looks at every position, the last one first, for there the solver is quickest; `winner` if the game is over. */
  async run(moves: readonly string[], record: (ply: number) => string, winner: "first" | "second" | null): Promise<void> {
    const opinions = this.opinions(moves);
    this.#running = true;
    if (winner) this.#opinions.set(moves.length, { first: winner === "first" ? 1 : 0, move: "" });
    try {
      for (let ply = moves.length; ply >= 0 && this.#running; ply -= 1) {
        // The game may have gone another way meanwhile.
        if (this.#moves.slice(0, ply).join() !== moves.slice(0, ply).join()) return this.stop();
        if (opinions.has(ply)) continue;
        const choice = await this.#search.think(record(ply), 6, BUDGET);
        this.#opinions.set(ply, opinionOf(choice, ply));
        this.#changed();
      }
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    } finally {
      this.#running = false;
      this.#changed();
    }
  }

  stop(): void {
    this.#running = false;
    this.#search.cancel();
  }

  /** Ends the worker, for good. */
  close(): void {
    this.#running = false;
    this.#search.close();
  }
}
