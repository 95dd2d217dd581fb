/** Keeps the game that is played: its text at once, in the browser's storage when there is a moment. */
import type { Kept, SavedGame, SavedGames } from "./saved";

export class Keeper {
  readonly #saved: SavedGames;
  /** The game as it was last kept, to go on from if the engine fails. */
  record: string;
  /** Who played it. */
  players: Partial<Pick<Kept, "seats" | "makers">> = {};
  #waiting: { readonly game: Kept; readonly begun: boolean } | null = null;
  #timer = 0;
  readonly #leaving = (): void => this.#flush();

  constructor(saved: SavedGames, record: string) {
    this.#saved = saved;
    this.record = record;
    addEventListener("pagehide", this.#leaving);
    document.addEventListener("visibilitychange", this.#leaving);
  }

  /** Keeps a game; one that has not begun is not worth a place in the storage. */
  keep(game: Kept, begun: boolean): void {
    this.record = game.record;
    this.players = { seats: game.seats, makers: game.makers };
    this.#waiting = { game, begun };
    clearTimeout(this.#timer);
    // Writing takes the browser a while: not before the move is painted.
    this.#timer = window.setTimeout(() => this.#flush(), 40);
  }

  forget(game: Pick<SavedGame, "id" | "kind">): void {
    this.#waiting = null;
    this.#saved.forget(game);
  }

  close(): void {
    this.#flush();
    removeEventListener("pagehide", this.#leaving);
    document.removeEventListener("visibilitychange", this.#leaving);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    const waiting = this.#waiting;
    this.#waiting = null;
    if (!waiting) return;
    if (waiting.begun) this.#saved.save(waiting.game);
    else this.#saved.forget(waiting.game);
  }
}
