/** What a person has chosen, kept in the browser and repaired field by field when it is damaged. */
import type { Kind } from "narrows-wasm";
import type { SafeStorage } from "./storage";

/** A person, or a level of the computer. */
export type Seat = "human" | 1 | 2 | 3 | 4 | 5 | 6;
export type Seats = { readonly first: Seat; readonly second: Seat };
export type Theme = "auto" | "light" | "dark";

export interface GameSettings {
  readonly columns: number;
  readonly rows: number;
  readonly seats: Seats;
}

export interface Settings {
  readonly games: Readonly<Record<Kind, GameSettings>>;
  /** Confirm placements (Black Narrows) and Confirm moves (Narrows). */
  readonly confirm: Readonly<Record<Kind, boolean>>;
  /** Red dots on the points where a placement is illegal. */
  readonly marking: boolean;
  /** The exchange after Black's first move. */
  readonly pie: boolean;
  /** Marks of the solver on every move. */
  readonly analysis: boolean;
  readonly theme: Theme;
  /** Puzzles solved, by name. */
  readonly solved: readonly string[];
}

export const SEATS: readonly Seat[] = ["human", 1, 2, 3, 4, 5, 6];
export const KINDS: readonly Kind[] = ["black-narrows", "narrows"];
const KEY = "narrows.settings";

/** The settings of a first visit. A finger confirms, a mouse places at once. */
export function defaults(coarsePointer: boolean): Settings {
  return {
    games: {
      "black-narrows": { columns: 8, rows: 8, seats: { first: "human", second: 3 } },
      narrows: { columns: 8, rows: 7, seats: { first: "human", second: 3 } },
    },
    confirm: { "black-narrows": coarsePointer, narrows: coarsePointer },
    marking: true,
    pie: true,
    analysis: false,
    theme: "auto",
    solved: [],
  };
}

type Loose = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const part = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);
const flag = (value: unknown, otherwise: boolean): boolean =>
  typeof value === "boolean" ? value : otherwise;
const side = (value: unknown, otherwise: number): number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 26
    ? (value as number)
    : otherwise;

/** A seat as it was stored, or `otherwise`. */
export function readSeat(value: unknown, otherwise: Seat): Seat {
  return SEATS.find((seat) => seat === value) ?? otherwise;
}

/** Takes what is good of a stored value and fills the rest from `base`. */
export function repair(value: unknown, base: Settings): Settings {
  const game = (kind: Kind): GameSettings => {
    const stored = part(part(value, "games"), kind);
    const was = base.games[kind];
    const seats = part(stored, "seats");
    return {
      columns: side(part(stored, "columns"), was.columns),
      rows: side(part(stored, "rows"), was.rows),
      seats: {
        first: readSeat(part(seats, "first"), was.seats.first),
        second: readSeat(part(seats, "second"), was.seats.second),
      },
    };
  };
  const confirm = part(value, "confirm");
  const theme = part(value, "theme");
  const solved = part(value, "solved");
  return {
    games: { "black-narrows": game("black-narrows"), narrows: game("narrows") },
    confirm: {
      "black-narrows": flag(part(confirm, "black-narrows"), base.confirm["black-narrows"]),
      narrows: flag(part(confirm, "narrows"), base.confirm.narrows),
    },
    marking: flag(part(value, "marking"), base.marking),
    pie: flag(part(value, "pie"), base.pie),
    analysis: flag(part(value, "analysis"), base.analysis),
    theme: theme === "light" || theme === "dark" || theme === "auto" ? theme : base.theme,
    solved: Array.isArray(solved) ? solved.filter((name) => typeof name === "string") : base.solved,
  };
}

/** The settings in force, saved on every change. */
export class SettingsStore {
  readonly #storage: SafeStorage;
  readonly #listeners = new Set<(settings: Settings) => void>();
  #value: Settings;

  constructor(storage: SafeStorage, coarsePointer: boolean) {
    this.#storage = storage;
    this.#value = repair(storage.read(KEY), defaults(coarsePointer));
  }

  get value(): Settings {
    return this.#value;
  }

  update(change: Partial<Settings>): void {
    this.#value = { ...this.#value, ...change };
    this.#storage.write(KEY, this.#value);
    for (const listener of this.#listeners) listener(this.#value);
  }

  updateGame(kind: Kind, change: Partial<GameSettings>): void {
    const games = { ...this.#value.games, [kind]: { ...this.#value.games[kind], ...change } };
    this.update({ games });
  }

  onChange(listener: (settings: Settings) => void): void {
    this.#listeners.add(listener);
  }
}
