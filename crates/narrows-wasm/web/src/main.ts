/** Starts the page and shows the screen that the address names. */
import "@fontsource-variable/figtree/wght.css";
import "./style.css";
import type { Kind } from "narrows-wasm";
import { gamePath, makeApp, type App, type Screen } from "./app";
import { toast } from "./dialogs";
import { h } from "./dom";
import { startEngine } from "./engine";
import { Live } from "./live";
import { watchForVersions } from "./offline";
import { PlayScreen } from "./play";
import { PuzzleScreen } from "./puzzles";
import { newId } from "./saved";
import { KINDS } from "./settings";
import { fromFragment } from "./share";
import { StartScreen } from "./start";
import { applyTheme } from "./theme";
import { TITLES } from "./words";

const root = document.querySelector<HTMLElement>("#app")!;

class Router {
  readonly #app: App;
  #screen: Screen | null = null;
  #turn = 0;

  constructor(app: App) {
    this.#app = app;
    addEventListener("hashchange", () => void this.show());
  }

  async show(): Promise<void> {
    const turn = (this.#turn += 1);
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    const screen = await this.#make(location.hash);
    if (turn !== this.#turn) {
      screen?.leave();
      return;
    }
    if (!screen) return;
    const first = this.#screen === null;
    this.#screen?.leave();
    this.#screen = screen;
    document.title = screen.title === "Narrows" ? "Narrows and Black Narrows" : `${screen.title} · Mark Steere`;
    root.replaceChildren(screen.element);
    if (!first) this.#app.live.say(screen.title);
    scrollTo(0, 0);
  }

  async #make(hash: string): Promise<Screen | null> {
    const app = this.#app;
    const kind = KINDS.find((name) => hash === gamePath(name));
    if (kind) return new PlayScreen(app, kind, await app.saved.resume(kind));
    if (hash === "#/puzzles") return new PuzzleScreen(app);
    if (hash.startsWith("#/share/")) {
      try {
        const shared = await this.#shared(hash);
        // The address becomes the game's own, so that a reload goes on from where it got to.
        history.replaceState(null, "", gamePath(shared));
        return new PlayScreen(app, shared, await app.saved.resume(shared));
      } catch (error) {
        history.replaceState(null, "", "#/");
        toast(`The link could not be opened: ${(error as Error).message}.`);
      }
    }
    return new StartScreen(app);
  }

  /** Keeps the game of a share link beside the others and says which game it is of. */
  async #shared(hash: string): Promise<Kind> {
    const record = await fromFragment(hash);
    const game = this.#app.Game.fromRecord(record ?? "");
    const { kind } = game.view();
    const normal = game.record();
    game.free();
    this.#app.saved.save({
      id: newId(),
      kind,
      record: normal,
      seats: { first: "human", second: "human" },
      updated: Date.now(),
    });
    toast(`A shared game of ${TITLES[kind]}.`);
    return kind;
  }
}

async function start(): Promise<void> {
  const live = new Live();
  document.body.append(live.element);
  const app = makeApp(await startEngine(), live);
  applyTheme(app.settings.value.theme);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
    applyTheme(app.settings.value.theme),
  );
  await new Router(app).show();
  watchForVersions();
}

start().catch((error: unknown) => {
  root.replaceChildren(
    h(
      "main",
      { class: "broken" },
      h("h1", {}, "The page could not start"),
      h("p", {}, error instanceof Error ? error.message : String(error)),
      h("button", { type: "button", class: "button primary", onclick: () => location.reload() }, "Try again"),
    ),
  );
});
