/** Lets levels think in workers, no faster than one can follow. */
import type { BoardEffect, ChoiceInfo } from "narrows-wasm";
import { painted } from "./dom";
import { Cancelled, type Searcher } from "./search";
import { Unbeatable } from "./unbeatable";

/** Milliseconds between the moves of two computers, so that one can watch. */
const WATCHING = 650;
/** Milliseconds after a person's move before a level's is shown. */
const ANSWERING = 260;

/** A level that is asked for a move or a hint. */
export type Asked = Extract<BoardEffect, { readonly type: "ask-level" }>;

export class Computer {
  readonly #search: Unbeatable;
  readonly #progress: (part: number) => void;
  #turn = 0;

  /** `progress` is told which part of its time a search has used. */
  constructor(searcher: () => Searcher, progress: (part: number) => void) {
    this.#search = new Unbeatable(searcher);
    this.#progress = progress;
  }

  /** What a level chooses in the game that a record holds, why it could not, or `null` once it is cancelled. */
  async think(record: string, { level, purpose }: Asked, watching: boolean): Promise<ChoiceInfo | { readonly failed: string } | null> {
    const turn = (this.#turn += 1);
    const begun = performance.now();
    // The stone a person placed is on the screen before the computer starts.
    await painted();
    if (turn !== this.#turn) return null;
    try {
      const choice = await this.#search.think(record, level, ({ elapsed, budget }) => this.#progress(elapsed / budget));
      const wait = (watching ? WATCHING : ANSWERING) - (performance.now() - begun);
      if (purpose === "move" && wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      return turn === this.#turn ? choice : null;
    } catch (error) {
      if (error instanceof Cancelled || turn !== this.#turn) return null;
      return { failed: (error as Error).message };
    }
  }

  /** Ends the search, if one is running. */
  cancel(): void {
    this.#turn += 1;
    this.#search.cancel();
  }

  /** Ends the workers, for good. */
  close(): void {
    this.#turn += 1;
    this.#search.close();
  }
}
