/** What every screen needs, made once. */
import type { Game, Kind } from "narrows-wasm";
import { engineModule } from "./engine";
import type { Live } from "./live";
import { SavedGames, lockClaim } from "./saved";
import { Searcher } from "./search";
import { SettingsStore } from "./settings";
import { SafeStorage } from "./storage";

/** A screen of the page; it takes over `main` until the next one. */
export interface Screen {
  readonly element: HTMLElement;
  readonly title: string;
  /** Called when the screen leaves the page. */
  leave(): void;
}

export interface App {
  readonly Game: typeof Game;
  readonly settings: SettingsStore;
  readonly storage: SafeStorage;
  readonly saved: SavedGames;
  readonly live: Live;
  readonly searcher: () => Searcher;
}

export function makeApp(game: typeof Game, live: Live): App {
  const storage = new SafeStorage(() => window.localStorage);
  const tab = new SafeStorage(() => window.sessionStorage);
  return {
    Game: game,
    settings: new SettingsStore(storage, matchMedia("(pointer: coarse)").matches),
    storage,
    saved: new SavedGames(storage, tab, lockClaim("locks" in navigator ? navigator.locks : undefined)),
    live,
    searcher: () => new Searcher(engineModule()),
  };
}

/** The address of a game's screen. */
export const gamePath = (kind: Kind): string => `#/${kind}`;
