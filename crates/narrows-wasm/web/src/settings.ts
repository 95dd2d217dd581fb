/** What a person has chosen, kept in the browser and repaired field by field when it is damaged. */
import type { Kind } from "narrows-wasm";
import type { SafeStorage } from "./storage";
import { LANGUAGES, type Language } from "./strings";

/** A person, or a level of the computer. */
export type Seat = "human" | 1 | 2 | 3 | 4 | 5 | 6;
export type Seats = { readonly first: Seat; readonly second: Seat };
export type Theme = "auto" | "light" | "dark";
/** What the board and the stones look like; the first of each is the usual one. */
export const BOARDS = ["wood", "slate", "moss", "paper"] as const;
export const STONES = ["round", "flat"] as const;
export type BoardLook = (typeof BOARDS)[number];
export type StonesLook = (typeof STONES)[number];

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
  /** Letters and numbers around the board. */
  readonly coordinates: boolean;
  /** The board turned around, for a player across the table. */
  readonly flipped: boolean;
  /** A sound for each move. */
  readonly sound: boolean;
  readonly theme: Theme;
  readonly board: BoardLook;
  readonly stones: StonesLook;
  readonly language: Language | "auto";
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
    coordinates: true,
    flipped: false,
    sound: false,
    theme: "auto",
    board: "wood",
    stones: "round",
    language: "auto",
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
  const language = part(value, "language");
  return {
    games: { "black-narrows": game("black-narrows"), narrows: game("narrows") },
    confirm: {
      "black-narrows": flag(part(confirm, "black-narrows"), base.confirm["black-narrows"]),
      narrows: flag(part(confirm, "narrows"), base.confirm.narrows),
    },
    marking: flag(part(value, "marking"), base.marking),
    pie: flag(part(value, "pie"), base.pie),
    analysis: flag(part(value, "analysis"), base.analysis),
    coordinates: flag(part(value, "coordinates"), base.coordinates),
    flipped: flag(part(value, "flipped"), base.flipped),
    sound: flag(part(value, "sound"), base.sound),
    theme: theme === "light" || theme === "dark" || theme === "auto" ? theme : base.theme,
    board: BOARDS.find((name) => name === part(value, "board")) ?? base.board,
    stones: STONES.find((name) => name === part(value, "stones")) ?? base.stones,
    language: typeof language === "string" && Object.hasOwn(LANGUAGES, language) ? (language as Language) : base.language,
  };
}

/** The settings in force, saved on every change. What another tab has changed meanwhile stays changed. */
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

  /** Takes up what another tab has saved. */
  reread(): void {
    this.#set(repair(this.#storage.read(KEY), this.#value));
  }

  update(change: Partial<Settings>): void {
    this.#change(() => change);
  }

  updateGame(kind: Kind, change: Partial<GameSettings>): void {
    this.#change(({ games }) => ({ games: { ...games, [kind]: { ...games[kind], ...change } } }));
  }

  setConfirm(kind: Kind, on: boolean): void {
    this.#change(({ confirm }) => ({ confirm: { ...confirm, [kind]: on } }));
  }

  onChange(listener: (settings: Settings) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #change(change: (now: Settings) => Partial<Settings>): void {
    const now = repair(this.#storage.read(KEY), this.#value);
    const next = { ...now, ...change(now) };
    this.#storage.write(KEY, next);
    this.#set(next);
  }

  #set(value: Settings): void {
    this.#value = value;
    for (const listener of this.#listeners) listener(value);
  }
}

/** Where settings are stored. */
export { KEY as SETTINGS_KEY };
