/** One's own games, finished or not, in the browser's database. Where there is none, the list is empty. */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Kind } from "narrows-wasm";
import type { Kept } from "./saved";

export interface Entry extends Kept {
  /** What its player called it; empty until then. */
  readonly name: string;
  /** When it was begun and played last, in milliseconds since 1970. */
  readonly begun: number;
  readonly played: number;
  readonly rows: number;
  readonly plies: number;
  /** Who won: `"first"`, `"second"`, or nobody yet. */
  readonly winner: "first" | "second" | null;
}

/** What is told about a game when it is kept. */
export type Played = Kept & Pick<Entry, "rows" | "plies" | "winner">;

interface Schema extends DBSchema {
  games: { key: string; value: Entry; indexes: { played: number } };
}

export class Library {
  readonly #database: Promise<IDBPDatabase<Schema>>;
  /** One change after the other, so that none is lost between reading and writing. */
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    this.#database = openDB<Schema>("narrows", 1, {
      upgrade(database) {
        database.createObjectStore("games", { keyPath: "id" }).createIndex("played", "played");
      },
    });
    this.#database.catch(() => undefined);
  }

  /** All games, the one played last first. */
  async list(): Promise<readonly Entry[]> {
    await this.#last;
    try {
      return (await (await this.#database).getAllFromIndex("games", "played")).reverse();
    } catch {
      return [];
    }
  }

  /** Keeps a game as it is now; its name and its beginning stay. */
  keep(game: Played): Promise<void> {
    return this.#change(async (database) => {
      const was = await database.get("games", game.id);
      const now = Date.now();
      await database.put("games", { ...game, name: was?.name ?? "", begun: was?.begun ?? now, played: now });
    });
  }

  rename(id: string, name: string): Promise<void> {
    return this.#change(async (database) => {
      const was = await database.get("games", id);
      if (was) await database.put("games", { ...was, name });
    });
  }

  remove(id: string): Promise<void> {
    return this.#change((database) => database.delete("games", id));
  }

  #change(run: (database: IDBPDatabase<Schema>) => Promise<unknown>): Promise<void> {
    const change = this.#last.then(async () => {
      try {
        await run(await this.#database);
      } catch {
        // Not kept in the list; the game itself is kept elsewhere as well.
      }
    });
    this.#last = change;
    return change;
  }
}

/** A name for the file of a game: `black-narrows-8x8-2026-11-30.txt`. */
export function fileName({ kind, picture, rows, begun }: { readonly kind: Kind } & Pick<Entry, "picture" | "rows" | "begun">): string {
  const date = new Date(begun).toISOString().slice(0, 10);
  return `${kind}-${picture?.columns ?? 0}x${rows}-${date}.txt`;
}
