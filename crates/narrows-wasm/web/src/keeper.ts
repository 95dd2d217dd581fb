/** Keeps the game that is played: its text at once, in the browser's storage when there is a moment. */
import type { Library, Played } from "./library";
import type { Kept, SavedGame, SavedGames } from "./saved";

export class Keeper {
  readonly #saved: SavedGames;
  readonly #library: Library;
  /** The game as it was last kept, to go on from if the engine fails. */
  record: string;
  /** Who played it. */
  players: Partial<Pick<Kept, "seats" | "makers">> = {};
  #waiting: { readonly game: Played } | null = null;
  #timer = 0;
  readonly #leaving = (): void => this.#flush();

  constructor(saved: SavedGames, library: Library, record: string) {
    this.#saved = saved;
    this.#library = library;
    this.record = record;
    addEventListener("pagehide", this.#leaving);
    document.addEventListener("visibilitychange", this.#leaving);
  }

  /** Keeps a game; one that has not begun is not worth a place in the storage. */
  keep(game: Played): void {
    this.record = game.record;
    this.players = { seats: game.seats, makers: game.makers };
    this.#waiting = { game };
    clearTimeout(this.#timer);
    // Writing takes the browser a while: not before the move is painted.
    this.#timer = window.setTimeout(() => this.#flush(), 40);
  }

  /** Another game takes its place. A finished one stays in the list. */
  forget(game: Pick<SavedGame, "id" | "kind">, over: boolean): void {
    this.#flush();
    this.#saved.forget(game);
    if (!over) void this.#library.remove(game.id);
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
    const { rows, plies, winner, ...game } = waiting.game;
    if (plies > 0) {
      this.#saved.save(game);
      void this.#library.keep({ ...game, rows, plies, winner });
    } else {
      this.#saved.forget(game);
      void this.#library.remove(game.id);
    }
  }
}
