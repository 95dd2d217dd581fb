/** The screen on which a game is played: the room in which it goes on, and what the page has around it. */
import type { BoardOptions, BoardView, Kind, MoveInfo } from "narrows-wasm";
import { Analyst } from "./analyst";
import type { App, Screen } from "./app";
import type { Board } from "./board";
import { drawPlayers } from "./controls";
import { ask, toast } from "./dialogs";
import { resetEngine } from "./engine";
import { openHelp } from "./help";
import { Keeper } from "./keeper";
import { Layout } from "./layout";
import { openMenu } from "./menu";
import { MovesPanel } from "./moves-panel";
import { openRecord } from "./record";
import { Room, type Host } from "./room";
import { newId, type Link, type SavedGame } from "./saved";
import { Session, type Target } from "./session";
import type { Seats } from "./settings";
import { listen, type Shortcuts } from "./shortcuts";
import { click } from "./sound";
import { t } from "./strings";
import type { Table } from "./table";
import { countLine, resultWords } from "./words";

export class PlayScreen implements Screen, Table, Host {
  readonly element: HTMLElement;
  readonly title: string;
  readonly kind: Kind;
  readonly app: App;
  readonly board: Board;
  /** How the game came, if by a link. */
  link: Link | null;
  /** Called after each move of a person, and when another game begins; until then. */
  onPersonMoved: (() => void) | null = null;
  onStarted: (() => void) | null = null;
  #id: string;
  readonly #room: Room;
  readonly #analyst: Analyst;
  readonly #moves: MovesPanel;
  readonly #layout: Layout;
  readonly #keeper: Keeper;
  readonly #leaving = new AbortController();
  #failures = 0;

  /** `layout` may be one that is on the screen already. */
  constructor(app: App, kind: Kind, saved: SavedGame | null, layout = new Layout(kind)) {
    this.app = app;
    this.kind = kind;
    this.title = t.titles[kind];
    this.#id = saved?.id ?? newId();
    this.link = saved?.link ?? null;
    const session = saved ? Session.fromRecord(saved.record, this.#options(saved)) : this.#fresh();
    this.#room = new Room(session, app.searcher, this, (part) => this.#progress(part));
    this.#analyst = new Analyst(app.searcher(), () => this.refresh());
    this.#keeper = new Keeper(app.saved, app.library, session.record());
    this.#moves = new MovesPanel(app.searcher(), () => this.session, (ply) => this.#step(ply));
    this.#layout = layout;
    this.board = layout.stage.board;
    this.element = layout.element;
    this.element.classList.remove("opening");
    layout.enable(true);
    layout.showMoves(this.#moves.element);
    layout.actions = { moves: () => this.#moves.open(), menu: () => openMenu(this), step: (to) => this.#step(to) };
    const { signal } = this.#leaving;
    this.#room.occupy(layout.stage, () => void this.newGame(), document, signal);
    this.board.onTarget = (target) => this.#tap(target);
    addEventListener("error", (event) => this.#recover(event), { signal });
    listen(this.board.element, this.#shortcuts(layout), signal);
    this.refresh();
    this.#room.send((core) => core.begin());
  }

  leave(): void {
    this.#leaving.abort();
    this.#keeper.close();
    this.#room.close();
    this.#analyst.close();
    this.#moves.close();
  }

  get session(): Session {
    return this.#room.session;
  }

  // ---- games ----

  #options({ seats, makers }: { readonly seats?: Seats; readonly makers?: string } = {}): BoardOptions {
    const { confirm, marking, pie } = this.app.settings.value;
    return { ...seats, ...(makers ? { makers } : {}), confirm: confirm[this.kind], marking, pie };
  }

  #fresh(): Session {
    const { columns, rows, seats } = this.app.settings.value.games[this.kind];
    const options = this.#options({ seats });
    let session;
    try {
      session = Session.fresh(this.kind, columns, rows, options);
    } catch {
      // A stored size that this game does not have.
      session = Session.fresh(this.kind, 8, this.kind === "narrows" ? 7 : 8, options);
    }
    session.setDate(new Date().toISOString().slice(0, 10));
    return session;
  }

  async newGame(): Promise<boolean> {
    const begun = await this.#replace(this.#fresh(), t.play.newGame);
    if (begun) this.say(`${t.say.newGame} ${this.#room.standing()}`);
    return begun;
  }

  async load(record: string): Promise<boolean> {
    const session = Session.fromRecord(record, {});
    const { kind } = session.view;
    if (kind !== this.kind) {
      session.free();
      throw new Error(t.record.otherGame(t.titles[kind]));
    }
    return this.#replace(session, t.discard.load);
  }

  /** Goes on with another game, after asking if this one would be missed. */
  async #replace(other: Session, yes: string): Promise<boolean> {
    const before = this.session.view;
    let effects = this.session.newGame(other);
    other.free();
    if (effects.some(({ type }) => type === "ask-discard")) {
      this.#room.carryOut(effects);
      const discard = await ask(t.discard.question, t.discard.detail, yes, t.discard.keep);
      effects = this.session.send((core) => (discard ? core.discard() : core.keepPlaying()));
    }
    this.#room.carryOut(effects, before);
    return effects.some(({ type }) => type === "started");
  }

  setSeats(seats: Seats): void {
    this.app.settings.updateGame(this.kind, { seats });
    this.#room.setSeats(seats);
  }

  settingsChanged(): void {
    const { confirm, marking } = this.app.settings.value;
    this.#room.send((core) => [...core.setConfirm(confirm[this.kind]), ...core.setMarking(marking)]);
  }

  /** After a failure of the engine: a fresh one, and the game from its record. */
  #recover(event: ErrorEvent): void {
    const words = event.message;
    if (!/the engine failed|unreachable|stale object|recursive use/.test(words) || this.#failures > 3) return;
    event.preventDefault();
    this.#failures += 1;
    this.#analyst.stop();
    resetEngine();
    const session = Session.fromRecord(this.#keeper.record, this.#options(this.#keeper.players));
    // A level whose turn it is waits to be told to go on: it may be what failed.
    session.send((core) => core.stop());
    this.#room.open(session, t.say.engineFailed);
    this.say(t.say.engineFailed);
    this.refresh();
  }

  // ---- what a person does ----

  #tap(target: Target): void {
    this.#room.tap(target);
    if (!this.session.view.atEnd && typeof target === "object") toast(t.say.lookingBack);
  }

  #step(to: number | "first" | "back" | "forward" | "last"): void {
    this.#room.send((core) => core.step(to));
    const { last, ply } = this.session.view;
    this.say(last ? t.say.moveShown(ply, last.move) : t.say.startShown);
  }

  #shortcuts({ stage }: Layout): Shortcuts {
    const { settings } = this.app;
    const flip = (name: "marking" | "analysis"): void => {
      settings.update({ [name]: !settings.value[name] });
      this.say(t.say[name](settings.value[name]));
      this.settingsChanged();
    };
    return {
      s: () => this.say(this.#room.standing()),
      u: () => stage.actions.undo(),
      h: () => stage.actions.hint(),
      m: () => this.kind === "black-narrows" && flip("marking"),
      r: () => openRecord(this),
      n: () => stage.actions.fresh(),
      a: () => flip("analysis"),
      "?": () => openHelp(this.kind),
      ",": () => this.#step("back"),
      ".": () => this.#step("forward"),
    };
  }

  // ---- what the room tells ----

  say(words: string): void {
    this.app.live.say(words);
  }

  moved(move: MoveInfo, before: BoardView): void {
    if (this.app.settings.value.sound) click(move.from !== null);
    if (before.players[before.toMove].seat === "human") this.onPersonMoved?.();
  }

  started(over: boolean): void {
    this.#keeper.forget({ id: this.#id, kind: this.kind }, over);
    this.#id = newId();
    this.link = null;
    this.onStarted?.();
    this.onStarted = null;
    this.onPersonMoved = null;
  }

  save(): void {
    const { session } = this;
    const { columns, rows, cells, lastPoint, plies, outcome } = session.view;
    const winner = outcome?.winner ?? null;
    const picture = { columns, cells, lastPoint, count: countLine(session.view, session.legal.length), message: this.#room.standing(false) };
    const { seats, makers } = session;
    this.#keeper.keep({ id: this.#id, kind: this.kind, record: session.record(), seats, makers, picture, link: this.link, rows, plies, winner });
  }

  draw(arriving: MoveInfo | null): void {
    const { session, app } = this;
    const { view } = session;
    const layout = this.#layout;
    const { stage } = layout;
    const { coordinates, flipped, analysis } = app.settings.value;
    this.#analyst.follow(session, analysis && !view.thinking && !view.outcome);
    this.board.turn(coordinates, flipped);
    stage.draw(session, { arriving, verdicts: this.#analyst.verdicts(session) });
    layout.mark(view, resultWords(view).won);
    const { strong, text } = this.#room.status({ better: this.#moves.better(), analysis: this.#analyst.words(session) });
    stage.say(strong, text);
    if (!view.thinking) this.#progress(0);
    drawPlayers(layout.players, view);
    layout.drawControls(view);
    this.#moves.draw();
  }

  /** Draws what has changed but for a move. */
  refresh(): void {
    this.draw(null);
  }

  #progress(part: number): void {
    this.#layout.progress.style.setProperty("--part", String(Math.min(1, part)));
  }
}
