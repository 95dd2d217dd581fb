/**
 * The unfinished games. Every game has its own key, so that two tabs never write to the same one; a
 * tab holds a lock on the game it plays, and a new tab takes up the latest game that no tab holds.
 */
import type { Kind } from "narrows-wasm";
import { readSeat, type Seats } from "./settings";
import type { SafeStorage } from "./storage";

/** What a game's board looked like, to be shown before the engine can tell. */
export interface Picture {
  readonly columns: number;
  readonly cells: string;
  readonly lastPoint: number | null;
  /** The lines above the board. */
  readonly count: string;
  readonly message: string;
}

/** What is known of a game that came by a link. */
export interface Link {
  /** The number of its moves when it came. */
  readonly moves: number;
  /** The game that was being played when it came. */
  readonly own: string | null;
}

export interface SavedGame {
  readonly id: string;
  readonly kind: Kind;
  readonly record: string;
  readonly seats: Seats;
  readonly picture: Picture | null;
  /** Who made each move, in the engine's letters. */
  readonly makers: string;
  /** `null` for a game that was begun here. */
  readonly link: Link | null;
  /**
   * Larger in games that were played later; 0 in one that was only looked at, such as a shared game. Not
   * the time, for clocks are set back.
   */
  readonly order: number;
}

/** A game as it is handed over to be saved. */
export type Kept = Omit<SavedGame, "order">;

const GAME = "narrows.game.";
const CURRENT = "narrows.current.";
/** Older games than this many of a kind are forgotten. */
const KEPT = 8;
/** No order reaches this; a larger one is damage. */
const ORDERS = 1e12;

/** Tells whether this tab may have the game to itself, and keeps it so. */
export type Claim = (id: string) => Promise<boolean>;

/** Claims by the browser's locks; where there are none, every claim is granted. */
export function lockClaim(locks: LockManager | undefined): Claim {
  /** Claims that were granted or are about to be answered. */
  const claims = new Map<string, Promise<boolean>>();
  return (id) => {
    if (!locks) return Promise.resolve(true);
    let claim = claims.get(id);
    if (!claim) {
      claim = request(locks, id);
      claims.set(id, claim);
      // Another tab may let go of it later.
      void claim.then((granted) => granted || claims.delete(id));
    }
    return claim;
  };
}

const request = (locks: LockManager, id: string): Promise<boolean> =>
  new Promise((resolve) => {
    locks
      .request(GAME + id, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        // Held until the tab is gone.
        return lock === null ? undefined : new Promise<void>(() => undefined);
      })
      .catch(() => resolve(true));
  });

function readPicture(value: unknown): Picture | null {
  const { columns, cells, lastPoint, count, message } = (typeof value === "object" && value ? value : {}) as Record<string, unknown>;
  if (!Number.isInteger(columns) || typeof cells !== "string" || !/^[.xbw]{2,676}$/.test(cells)) return null;
  if ((columns as number) < 1 || cells.length % (columns as number) !== 0) return null;
  const last = Number.isInteger(lastPoint) ? (lastPoint as number) : null;
  const text = (words: unknown): string => (typeof words === "string" ? words : "");
  return { columns: columns as number, cells, lastPoint: last, count: text(count), message: text(message) };
}

function readLink(value: unknown): Link | null {
  const { moves, own } = (typeof value === "object" && value ? value : {}) as Record<string, unknown>;
  return Number.isInteger(moves) ? { moves: moves as number, own: typeof own === "string" ? own : null } : null;
}

function readGame(value: unknown, id: string): SavedGame | null {
  if (typeof value !== "object" || value === null) return null;
  const { kind, record, seats, picture, makers, link, order } = value as Record<string, unknown>;
  if (kind !== "black-narrows" && kind !== "narrows") return null;
  if (typeof record !== "string") return null;
  const { first, second } = (typeof seats === "object" && seats ? seats : {}) as Record<string, unknown>;
  return {
    id,
    kind,
    record,
    seats: { first: readSeat(first, "human"), second: readSeat(second, 3) },
    picture: readPicture(picture),
    makers: typeof makers === "string" ? makers : "",
    link: readLink(link),
    order: Number.isSafeInteger(order) && (order as number) < ORDERS ? (order as number) : 0,
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

  /**
   * The game this tab should go on with: its own, else the latest that no other tab plays. A game that
   * is not `valid` is passed over, so that it hides no other.
   */
  async resume(kind: Kind, valid: (game: SavedGame) => boolean): Promise<SavedGame | null> {
    const own = this.#own(kind);
    if (own && valid(own)) {
      if (await this.#claim(own.id)) return own;
      // A duplicated tab: the same game, but under a name of its own from here on.
      return { ...own, id: newId() };
    }
    for (const game of this.all(kind)) if (valid(game) && (await this.#claim(game.id))) return game;
    return null;
  }

  /** What `resume` will most likely give, without claiming it. */
  peek(kind: Kind): SavedGame | null {
    return this.#own(kind) ?? this.all(kind)[0] ?? null;
  }

  /** Saves a game that is being played, or with `looked` one that is only looked at. */
  save(game: Kept, looked = false): void {
    void this.#claim(game.id);
    const { id, ...rest } = game;
    const others = this.all(game.kind).filter((other) => other.id !== id);
    const order = looked ? 0 : Math.max(0, ...others.map((other) => other.order)) + 1;
    this.#shared.write(GAME + id, { ...rest, order });
    this.#tab.write(CURRENT + game.kind, id);
    for (const old of others.slice(KEPT - 1)) this.#shared.remove(GAME + old.id);
  }

  /** Removes a game that was deleted from the list. */
  remove(id: string): void {
    this.#shared.remove(GAME + id);
  }

  /** Makes a saved game the one this tab goes on with. */
  choose(game: { readonly id: string; readonly kind: Kind }): void {
    this.#tab.write(CURRENT + game.kind, game.id);
  }

  forget(game: { readonly id: string; readonly kind: Kind }): void {
    this.#shared.remove(GAME + game.id);
    this.#tab.remove(CURRENT + game.kind);
  }

  /** A game by its name, whatever it is worth. */
  find(kind: Kind, id: string): SavedGame | null {
    const game = readGame(this.#shared.read(GAME + id), id);
    return game?.kind === kind ? game : null;
  }

  /** This tab's game, whatever it is worth. */
  #own(kind: Kind): SavedGame | null {
    const own = this.#tab.read(CURRENT + kind);
    return typeof own === "string" ? this.find(kind, own) : null;
  }

  /** All saved games of a kind, the latest first. */
  all(kind: Kind): SavedGame[] {
    return this.#shared
      .keys(GAME)
      .map((key) => readGame(this.#shared.read(key), key.slice(GAME.length)))
      .filter((game): game is SavedGame => game?.kind === kind)
      .sort((a, b) => b.order - a.order);
  }
}

/** A name for a game that no other tab uses. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (word) => word.toString(36)).join("");
}
