/**
 * Level 6 with as many workers as help: one searches and solves in turn, as it does alone; where the
 * device has a core to spare beside the page's own, another one only solves, and ends the search as
 * soon as it knows.
 */
import type { ChoiceInfo, Progress } from "narrows-wasm";
import type { Searcher } from "./search";

/** Milliseconds level 6 may think before each move. */
export const LEVEL_SIX = 3000;

export class Unbeatable {
  readonly #search: Searcher;
  readonly #prover: Searcher | null;

  constructor(searcher: () => Searcher) {
    this.#search = searcher();
    this.#prover = navigator.hardwareConcurrency > 2 ? searcher() : null;
  }

  /** The move of a level; only level 6 uses the second worker. */
  async think(record: string, level: number, progress: (progress: Progress) => void): Promise<ChoiceInfo> {
    let best: string | null = null;
    const searched = this.#search.think(record, level, LEVEL_SIX, (report) => {
      best = report.best;
      progress(report);
    });
    if (level !== 6 || !this.#prover) return searched;
    const proved = this.#prover.solve(record, LEVEL_SIX, false).then(
      ({ value, best: wins, nodes }): ChoiceInfo | Promise<ChoiceInfo> => {
        const move = value === "win" ? wins[0] : value === "loss" ? best : null;
        // Without a proof, or a move to make of it, the search decides.
        if (!move) return searched;
        const expected = value === "win" ? 1 : 0;
        return { move, solved: true, value, expected, playouts: 0, nodes, principalVariation: [move] };
      },
      () => searched,
    );
    try {
      return await Promise.race([searched, proved]);
    } finally {
      // Ended here when the proof came first; its end is then no news.
      searched.catch(() => undefined);
      this.cancel();
    }
  }

  /** Ends the search, if one is running. */
  cancel(): void {
    this.#search.cancel();
    this.#prover?.cancel();
  }

  /** Ends the workers, for good. */
  close(): void {
    this.#search.close();
    this.#prover?.close();
  }
}
