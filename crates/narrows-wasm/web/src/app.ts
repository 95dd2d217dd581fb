/** What every screen needs, made once. */
import { Game, type Kind } from "narrows-wasm";
import { engineModule } from "./engine";
import { Library } from "./library";
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
  /** Settles when the engine is there or has failed; nothing may be asked of `Game` before. */
  readonly engine: Promise<void>;
  /** Whether the engine is there. */
  readonly ready: boolean;
  readonly Game: typeof Game;
  readonly settings: SettingsStore;
  readonly storage: SafeStorage;
  readonly saved: SavedGames;
  /** One's own games, for the list of them. */
  readonly library: Library;
  readonly live: Live;
  readonly searcher: () => Searcher;
  /** Makes the screen anew, for what is decided when it is made. */
  reopen(): void;
}

export function makeApp(engine: Promise<void>, live: Live): App {
  const storage = new SafeStorage(() => window.localStorage);
  const tab = new SafeStorage(() => window.sessionStorage);
  let ready = false;
  engine.then(
    () => (ready = true),
    () => undefined,
  );
  return {
    engine,
    get ready() {
      return ready;
    },
    Game,
    settings: new SettingsStore(storage, matchMedia("(pointer: coarse)").matches),
    storage,
    saved: new SavedGames(storage, tab, lockClaim("locks" in navigator ? navigator.locks : undefined)),
    library: new Library(),
    live,
    searcher: () => new Searcher(engineModule()),
    reopen: () => dispatchEvent(new HashChangeEvent("hashchange")),
  };
}

/** The address of a game's screen. */
export const gamePath = (kind: Kind): string => `#/${kind}`;
