/** What the menu and the sheets may ask of the game they open over. The game's screen is one. */
import type { Kind } from "narrows-wasm";
import type { App } from "./app";
import type { Session } from "./session";
import type { Seats } from "./settings";

export interface Table {
  readonly app: App;
  readonly kind: Kind;
  readonly session: Session;
  /** Seats people and levels; the game goes on. */
  setSeats(seats: Seats): void;
  /** Applies settings that changed in the menu. */
  settingsChanged(): void;
  /** Begins a new game, after asking if one is unfinished; tells whether it did. */
  newGame(): Promise<boolean>;
  /** Goes on with the game in a record, likewise; throws the engine's message when it is wrong. */
  load(record: string): Promise<boolean>;
}
