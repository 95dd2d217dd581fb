/**
 * The unfinished games. Every game has its own key, so that two tabs never write to the same one; a
 * tab holds a lock on the game it plays, and a new tab takes up the latest game that no tab holds.
 */
import type { Kind } from "narrows-wasm";
import { readSeat, type Seats } from "./settings";
import type { SafeStorage } from "./storage";

export interface SavedGame {
  readonly id: string;
  readonly kind: Kind;
  readonly record: string;
  readonly seats: Seats;
  readonly updated: number;
}

const GAME = "narrows.game.";
const CURRENT = "narrows.current.";
/** Older games than this many of a kind are forgotten. */
const KEPT = 8;

/** Tells whether this tab may have the game to itself, and keeps it so. */
export type Claim = (id: string) => Promise<boolean>;

/** Claims by the browser's locks; where there are none, every claim is granted. */
export function lockClaim(locks: LockManager | undefined): Claim {
  const held = new Set<string>();
  return (id) => {
    if (!locks || held.has(id)) return Promise.resolve(true);
    return new Promise((resolve) => {
      locks
        .request(GAME + id, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          if (lock === null) return undefined;
          held.add(id);
          // Held until the tab is gone.
          return new Promise<void>(() => undefined);
        })
        .catch(() => resolve(true));
    });
  };
}

function readGame(value: unknown, id: string): SavedGame | null {
  if (typeof value !== "object" || value === null) return null;
  const { kind, record, seats, updated } = value as Record<string, unknown>;
  if (kind !== "black-narrows" && kind !== "narrows") return null;
  if (typeof record !== "string") return null;
  const { first, second } = (typeof seats === "object" && seats ? seats : {}) as Record<string, unknown>;
  return {
    id,
    kind,
    record,
    seats: { first: readSeat(first, "human"), second: readSeat(second, 3) },
    updated: typeof updated === "number" ? updated : 0,
  };
}

export class SavedGames {
  readonly #shared: SafeStorage;
  readonly #tab: SafeStorage;
  readonly #claim: Claim;

  /** `shared` is seen by all tabs, `tab` only by this one. */
  constructor(shared: SafeStorage, tab: SafeStorage, claim: Claim) {
    this.#shared = shared;
    this.#tab = tab;
    this.#claim = claim;
  }

  /** The game this tab should go on with: its own, else the latest that no other tab plays. */
  async resume(kind: Kind): Promise<SavedGame | null> {
    const own = this.#tab.read(CURRENT + kind);
    if (typeof own === "string") {
      const game = readGame(this.#shared.read(GAME + own), own);
      if (game?.kind === kind) {
        if (await this.#claim(own)) return game;
        // A duplicated tab: the same game, but under a name of its own from here on.
        return { ...game, id: newId() };
      }
    }
    for (const game of this.#all(kind)) if (await this.#claim(game.id)) return game;
    return null;
  }

  save(game: SavedGame): void {
    void this.#claim(game.id);
    const { id, ...rest } = game;
    this.#shared.write(GAME + id, rest);
    this.#tab.write(CURRENT + game.kind, id);
    for (const old of this.#all(game.kind).slice(KEPT)) this.#shared.remove(GAME + old.id);
  }

  forget(game: { readonly id: string; readonly kind: Kind }): void {
    this.#shared.remove(GAME + game.id);
    this.#tab.remove(CURRENT + game.kind);
  }

  /** All saved games of a kind, the latest first. */
  #all(kind: Kind): SavedGame[] {
    return this.#shared
      .keys(GAME)
      .map((key) => readGame(this.#shared.read(key), key.slice(GAME.length)))
      .filter((game): game is SavedGame => game?.kind === kind)
      .sort((a, b) => b.updated - a.updated);
  }
}

/** A name for a game that no other tab uses. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (word) => word.toString(36)).join("");
}
