/** Shows the screen that the address names, and its picture until the engine is there. */
import type { Kind } from "narrows-wasm";
import { gamePath, type App, type Screen } from "./app";
import { toast } from "./dialogs";
import { h } from "./dom";
import type { Layout } from "./layout";
import { OpeningScreen } from "./opening";
import { PlayScreen } from "./play";
import { newId, type Kept, type SavedGame } from "./saved";
import { KINDS } from "./settings";
import { fromFragment } from "./share";
import { StartScreen } from "./start";
import { t } from "./strings";
import { receive } from "./visit";

const root = document.querySelector<HTMLElement>("#app")!;

/** Whether a screen that is no game's waits for the engine. */
const needsEngine = (hash: string): boolean => hash === "#/puzzles" || hash.startsWith("#/share/");

/** A word until such a screen can be drawn. */
class LoadingScreen implements Screen {
  readonly element = h("main", { class: "opening broken", id: "main" }, h("h1", { tabindex: "-1" }, t.boot.loading));
  readonly title = t.boot.loading;
  leave(): void {}
}

export class Router {
  readonly #app: App;
  #screen: Screen | null = null;
  #turn = 0;
  /** Takes what is offered with a game that came by a link off the page. */
  #withdraw = (): void => undefined;

  constructor(app: App) {
    this.#app = app;
    addEventListener("hashchange", () => void this.show());
  }

  async show(): Promise<void> {
    const turn = (this.#turn += 1);
    this.#withdraw();
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    const { hash } = location;
    const kind = KINDS.find((name) => hash === gamePath(name));
    const waiting = kind && !this.#app.ready ? new OpeningScreen(this.#app, kind, this.#app.saved.peek(kind)?.picture ?? null) : null;
    if (waiting) this.#enter(waiting);
    else if (needsEngine(hash) && !this.#app.ready) this.#enter(new LoadingScreen());
    let screen: Screen;
    try {
      screen = await this.#make(hash, kind, waiting?.layout);
    } catch {
      // The engine failed: what to do then is on the page already.
      return;
    }
    if (turn !== this.#turn) return screen.leave();
    const focus = waiting?.layout.stage.board.focused ?? null;
    this.#enter(screen);
    if (!(screen instanceof PlayScreen)) return;
    if (screen.link) this.#withdraw = receive(this.#app, screen, screen.link);
    if (!waiting) return;
    if (focus !== null) screen.board.focus(focus);
    for (const target of waiting.taps) screen.board.onTarget?.(target);
  }

  /** Puts a screen in place of the last one. */
  #enter(screen: Screen): void {
    const before = this.#screen;
    before?.leave();
    this.#screen = screen;
    document.title = screen.title === t.both ? t.both : `${screen.title} · Mark Steere`;
    document.documentElement.removeAttribute("data-screen");
    if (screen.element.parentElement !== root) root.replaceChildren(screen.element);
    if (!before || before.element === screen.element || before.element.classList.contains("opening")) return;
    // Whoever came by keyboard goes on from the top of the new screen, and hears where that is.
    screen.element.querySelector("h1")?.focus({ preventScroll: true });
    this.#app.live.say(screen.title);
    scrollTo(0, 0);
  }

  async #make(hash: string, kind: Kind | undefined, layout?: Layout): Promise<Screen> {
    const app = this.#app;
    if (kind || needsEngine(hash)) await app.engine;
    if (kind) return this.#play(kind, layout);
    if (hash === "#/puzzles") {
      try {
        const [{ PuzzleScreen }, { loadPuzzles }] = await Promise.all([import("./puzzles"), import("./puzzle-list")]);
        return new PuzzleScreen(app, await loadPuzzles());
      } catch {
        history.replaceState(null, "", "#/");
        toast(t.boot.notLoaded);
      }
    }
    if (hash.startsWith("#/share/")) {
      try {
        return await this.#play(await this.#shared(hash));
      } catch (error) {
        history.replaceState(null, "", "#/");
        toast(t.page.badLink((error as Error).message));
      }
    }
    return new StartScreen(app);
  }

  /** The screen of the game to go on with. */
  async #play(kind: Kind, layout?: Layout): Promise<PlayScreen> {
    return new PlayScreen(this.#app, kind, await this.#resume(kind), layout);
  }

  /** The game to go on with, of those that the engine can read; with `played` of those not only looked at. */
  #resume(kind: Kind, played = false): Promise<SavedGame | null> {
    return this.#app.saved.resume(kind, ({ record, order }) => {
      if (played && order === 0) return false;
      try {
        const game = this.#app.Game.fromRecord(record);
        const fits = game.view().kind === kind;
        game.free();
        return fits;
      } catch {
        return false;
      }
    });
  }

  /** Keeps the game of a share link beside one's own, as the one to go on with. */
  async #shared(hash: string): Promise<Kind> {
    const { saved, Game } = this.#app;
    const record = await fromFragment(hash);
    const game = Game.fromRecord(record ?? "");
    const { kind, columns, cells, lastPoint, plies } = game.view();
    const text = game.record();
    game.free();
    const own = await this.#resume(kind, true);
    const shared: Kept = {
      id: newId(),
      kind,
      record: text,
      seats: { first: "human", second: "human" },
      picture: { columns, cells, lastPoint, count: "", message: t.boot.loading },
      makers: "",
      link: { moves: plies, own: own?.id ?? null },
    };
    saved.save(shared, true);
    // The address becomes the game's own, so that a reload goes on from where it got to.
    history.replaceState(null, "", gamePath(kind));
    return kind;
  }
}
