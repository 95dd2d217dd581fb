/** What is kept of somebody's puzzles: rating, which were solved or missed, which game is wanted. */
import type { Kind } from "narrows-wasm";
import { nameOf, type Puzzle } from "./puzzle-list";
import { afterPuzzle, UNKNOWN, type Rating } from "./rating";
import { KINDS } from "./settings";
import type { SafeStorage } from "./storage";

const KEY = "narrows.puzzles";
/** Puzzles of both games, or of one. */
export type Wanted = Kind | "both";

interface Kept {
  readonly rating: Rating;
  readonly wanted: Wanted;
  /** By name: whether it was solved, if only later, or missed. */
  readonly seen: Readonly<Record<string, "solved" | "missed">>;
}

const number = (value: unknown, least: number, most: number, otherwise: number): number =>
  typeof value === "number" && value >= least && value <= most ? value : otherwise;

/** Takes what is good of a stored value. */
function repair(stored: unknown): Kept {
  const { rating, wanted, seen } = (stored ?? {}) as { rating?: Partial<Rating>; wanted?: unknown; seen?: unknown };
  const marks = Object.entries(typeof seen === "object" && seen ? seen : {});
  return {
    rating: { value: number(rating?.value, -1000, 5000, UNKNOWN.value), deviation: number(rating?.deviation, 1, 1000, UNKNOWN.deviation) },
    wanted: KINDS.find((kind) => kind === wanted) ?? "both",
    seen: Object.fromEntries(marks.filter(([, mark]) => mark === "solved" || mark === "missed")),
  };
}

export class Progress {
  readonly #storage: SafeStorage;
  #kept: Kept;

  constructor(storage: SafeStorage) {
    this.#storage = storage;
    this.#kept = this.#read();
  }

  #read(): Kept {
    return repair(this.#storage.read(KEY));
  }

  // Read before each change: another tab may have solved some.
  #change(change: (now: Kept) => Partial<Kept>): void {
    const now = this.#read();
    this.#kept = { ...now, ...change(now) };
    this.#storage.write(KEY, this.#kept);
  }

  get rating(): Rating {
    return this.#kept.rating;
  }

  get wanted(): Wanted {
    return this.#kept.wanted;
  }

  want(wanted: Wanted): void {
    this.#change(() => ({ wanted }));
  }

  solved(puzzle: Puzzle): boolean {
    return this.#kept.seen[nameOf(puzzle)] === "solved";
  }

  /** How many of these are solved. */
  count(puzzles: readonly Puzzle[]): number {
    return puzzles.filter((puzzle) => this.solved(puzzle)).length;
  }

  /** Notes a try. The first one at a puzzle counts for the rating. */
  tried(puzzle: Puzzle, solved: boolean): void {
    const name = nameOf(puzzle);
    this.#change(({ rating, seen }) => ({
      rating: seen[name] ? rating : afterPuzzle(rating, puzzle.rating, solved),
      seen: { ...seen, [name]: solved || seen[name] === "solved" ? "solved" : "missed" },
    }));
  }

  /** The puzzle that fits best, other than `last`: one not seen yet, else one missed, nearest to the rating. */
  next(puzzles: readonly Puzzle[], last: Puzzle | null): Puzzle {
    this.#kept = this.#read();
    const { rating, seen, wanted } = this.#kept;
    const fitting = puzzles.filter((puzzle) => puzzle !== last && (wanted === "both" || puzzle.kind === wanted));
    const pick = [(mark: string | undefined) => !mark, (mark: string | undefined) => mark === "missed", () => true];
    const open = pick.map((test) => fitting.filter((puzzle) => test(seen[nameOf(puzzle)]))).find(({ length }) => length > 0)!;
    const away = (puzzle: Puzzle): number => Math.abs(puzzle.rating - rating.value);
    return open.reduce((best, puzzle) => (away(puzzle) < away(best) ? puzzle : best));
  }
}
