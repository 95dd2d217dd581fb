/** The screen on which a game is played. */
import type { Kind, MoveInfo, View } from "narrows-wasm";
import { toast, ask } from "./dialogs";
import { Analyst } from "./analyst";
import type { App, Screen } from "./app";
import { Board } from "./board";
import { drawPlayers, enable, reword } from "./controls";
import { h, ICONS, painted, setText } from "./dom";
import { resetEngine } from "./engine";
import { openHelp } from "./help";
import { Keeper } from "./keeper";
import { Layout } from "./layout";
import { openMenu } from "./menu";
import { openRecord } from "./record";
import { newId, type SavedGame } from "./saved";
import { Cancelled } from "./search";
import { listen, type Shortcuts } from "./shortcuts";
import { Session, type Effect, type Target } from "./session";
import type { Seat, Seats } from "./settings";
import { t } from "./strings";
import type { Table } from "./table";
import { Unbeatable } from "./unbeatable";
import { countLine, moveSentence, playerName, pointLabel, resultWords, turnSentence } from "./words";

/** Two computers move no faster than this, so that one can watch. */
const WATCHING = 650;

export class PlayScreen implements Screen, Table {
  readonly element: HTMLElement;
  readonly title: string;
  readonly kind: Kind;
  readonly app: App;
  session: Session;
  readonly board = new Board(true);
  readonly #search;
  readonly #analyst: Analyst;
  #thinking: "level" | "hint" | null = null;
  #turn = 0;
  #said: string | null = null;
  #news = "";
  #trouble = "";
  #arriving: MoveInfo | null = null;
  readonly #layout: Layout;
  readonly #off: (event: PointerEvent) => void;
  readonly #deaf: () => void;
  readonly #failed: (event: ErrorEvent) => void;
  readonly #keeper: Keeper;
  #failures = 0;

  constructor(app: App, kind: Kind, saved: SavedGame | null) {
    this.app = app;
    this.kind = kind;
    this.title = t.titles[kind];
    this.#search = new Unbeatable(app.searcher);
    this.#analyst = new Analyst(app.searcher(), () => this.refresh());
    this.session = this.#restore(saved) ?? this.#start();
    this.#keeper = new Keeper(app.saved, this.session.game.record());
    this.#layout = new Layout(kind, this.board, {
      menu: () => openMenu(this),
      confirm: () => this.#onConfirm(),
      undo: () => this.undo(),
      hint: () => this.hintOrStop(),
      fresh: () => void this.newGame(),
      takeOver: () => this.#takeOver(),
      stay: () => this.#stay(),
      step: (to) => {
        const { view, live } = this.session;
        this.#goTo({ first: 0, back: view.ply - 1, forward: view.ply + 1, last: live.plies }[to]);
      },
    });
    this.element = this.#layout.element;
    this.board.onTarget = (target) => this.#onTarget(target);
    this.#off = (event) => this.#offBoard(event);
    this.#failed = (event) => this.#recover(event);
    document.addEventListener("click", this.#off as EventListener, true);
    this.#deaf = listen(this.board.element, this.#shortcuts());
    addEventListener("error", this.#failed);
    this.refresh();
    void this.#advance();
  }

  leave(): void {
    this.#keeper.close();
    this.#turn += 1;
    this.#search.close();
    this.#analyst.close();
    document.removeEventListener("click", this.#off as EventListener, true);
    this.#deaf();
    removeEventListener("error", this.#failed);
  }

  // ---- games ----

  #restore(saved: SavedGame | null): Session | null {
    if (!saved) return null;
    try {
      const game = this.app.Game.fromRecord(saved.record);
      const confirm = this.app.settings.value.confirm[this.kind];
      const session = new Session(game, saved.id, saved.seats, confirm, saved.makers);
      if (session.kind === this.kind) return session;
    } catch {
      // A damaged save is left where it is; a new game begins beside it.
    }
    return null;
  }

  #start(): Session {
    const { settings, Game } = this.app;
    const { columns, rows, seats } = settings.value.games[this.kind];
    const { pie, confirm } = settings.value;
    let game;
    try {
      game = new Game(this.kind, columns, rows, pie);
    } catch {
      // A stored size that this game does not have.
      game = new Game(this.kind, 8, this.kind === "narrows" ? 7 : 8, pie);
    }
    return new Session(game, newId(), seats, confirm[this.kind]);
  }

  /** Replaces the game, after asking if one is unfinished. */
  async newGame(): Promise<boolean> {
    this.#stopSearch();
    this.refresh();
    if (!(await this.#mayDiscard(t.play.newGame))) {
      this.refresh();
      void this.#advance();
      return false;
    }
    this.replace(this.#start());
    this.app.live.say(t.say.newGame);
    return true;
  }

  async #mayDiscard(yes: string): Promise<boolean> {
    if (!this.session.worthKeeping) return true;
    return ask(t.discard.question, t.discard.detail, yes, t.discard.keep);
  }

  /** Goes on with another game. */
  replace(session: Session): void {
    this.#stopSearch();
    this.#keeper.forget({ id: this.session.id, kind: this.kind });
    this.session.game.free();
    this.session = session;
    this.#news = "";
    this.#trouble = "";
    this.#said = null;
    this.#save();
    this.refresh();
    void this.#advance();
  }

  /** Loads a record as text; throws the engine's message when it is wrong. */
  async load(record: string): Promise<boolean> {
    const game = this.app.Game.fromRecord(record);
    const kind = game.view().kind;
    if (kind !== this.kind) {
      game.free();
      throw new Error(t.record.otherGame(t.titles[kind]));
    }
    if (!(await this.#mayDiscard(t.discard.load))) {
      game.free();
      return false;
    }
    this.replace(new Session(game, newId(), { first: "human", second: "human" }, this.session.confirm));
    return true;
  }

  setSeats(seats: Seats): void {
    this.app.settings.updateGame(this.kind, { seats });
    this.session.seats = seats;
    this.session.takeBack();
    this.session.stopped = false;
    this.#stopSearch();
    this.#save();
    this.refresh();
    void this.#advance();
  }

  /** Applies settings that changed in the menu. */
  settingsChanged(): void {
    this.session.confirm = this.app.settings.value.confirm[this.kind];
    if (!this.session.confirm) this.session.pending = null;
    this.refresh();
  }

  #save(): void {
    const { session } = this;
    session.nameSeats(new Date().toISOString().slice(0, 10));
    const { id, seats } = session;
    const { columns, cells, lastPoint, plies } = session.live;
    const picture = { columns, cells, lastPoint, count: countLine(session.live), message: this.#standing(false) };
    this.#keeper.keep({ id, kind: this.kind, record: session.game.record(), seats, picture, makers: session.makers }, plies > 0);
  }

  /** After a failure of the engine: a fresh one, and the game from its record. */
  #recover(event: ErrorEvent): void {
    const words = event.message;
    if (!/the engine failed|unreachable|stale object|recursive use/.test(words) || this.#failures > 3) return;
    event.preventDefault();
    this.#failures += 1;
    this.#stopSearch();
    this.#analyst.stop();
    resetEngine();
    const { id, seats, confirm, makers } = this.session;
    this.session = new Session(this.app.Game.fromRecord(this.#keeper.record), id, seats, confirm, makers);
    this.session.stopped = this.session.levelToMove !== null;
    this.#trouble = t.say.engineFailed;
    this.app.live.say(this.#trouble);
    this.refresh();
  }

  // ---- what a person does ----

  #onTarget(target: Target): void {
    if (this.#thinking === "hint") this.#stopSearch();
    const before = this.session.live;
    const pending = this.session.pending;
    const effect = this.session.tap(target);
    this.#after(effect, before, pending, target);
  }

  #onConfirm(): void {
    const before = this.session.live;
    this.#after(this.session.confirmPending(), before, null, "off");
  }

  #after(effect: Effect, before: View, pending: MoveInfo | null, target: Target): void {
    const { session, app } = this;
    switch (effect) {
      case "played":
        this.#made(before);
        return;
      case "pending":
      case "moved-pending":
      case "chosen":
        app.live.say(turnSentence(session));
        break;
      case "taken-back":
      case "cancelled":
        app.live.say(pending ? t.say.takenBack(pending.move) : t.say.cancelled);
        break;
      case "refused":
        if (typeof target === "object" && this.kind === "black-narrows") {
          app.live.say(session.live.cells[target.point] === "." ? t.say.illegalHere : t.say.stoneHere);
        }
        break;
      default:
        if (!session.atEnd && typeof target === "object") toast(t.say.lookingBack);
    }
    this.refresh();
  }

  /** After a move by anyone: paint it, keep it, say it, go on. */
  #made(before: View): void {
    const { session, app } = this;
    const now = session.live;
    const who = playerName(before.toMove, session.seats, before);
    this.#news = now.last ? moveSentence(who, now.last) : "";
    this.#trouble = "";
    this.#arriving = now.last;
    this.refresh();
    this.#arriving = null;
    // After a level's move, and at the end, one hears all of it; a person knows what they did.
    app.live.say(session.levelToMove === null ? this.#standing() : this.#news);
    this.#save();
    void this.#advance();
  }

  /** A tap anywhere but on the board, Confirm or a working Undo takes back what waits. */
  #offBoard(event: PointerEvent): void {
    const target = event.target as Element;
    if (target.closest(".board-svg, dialog, .confirm")) return;
    if (target.closest(".undo") && this.session.canUndo) return;
    if (!this.session.pending && this.session.selected === null) return;
    const before = this.session.live;
    const pending = this.session.pending;
    this.#after(this.session.tap("off"), before, pending, "off");
  }

  undo(): void {
    if (!this.session.canUndo) return;
    this.#stopSearch();
    const { pending } = this.session;
    const effect = this.session.undo();
    this.session.stopped = false;
    this.#trouble = "";
    this.#news = "";
    this.app.live.say(effect === "undone" ? t.say.undone : pending ? t.say.takenBack(pending.move) : "");
    this.#save();
    this.refresh();
    void this.#advance();
  }

  #takeOver(): void {
    const before = this.session.live;
    this.session.play("swap", "human");
    this.#made(before);
    this.board.focus();
  }

  #stay(): void {
    this.session.exchangeDeclined = true;
    this.app.live.say(`${t.say.stayed} ${turnSentence(this.session)}`);
    this.refresh();
    this.board.focus();
  }

  /** Hint, or Stop while the computer thinks, or Go on after Stop. */
  hintOrStop(): void {
    const { session } = this;
    if (this.#thinking) {
      const wasLevel = this.#thinking === "level";
      this.#stopSearch();
      session.stopped = wasLevel;
      this.app.live.say(t.say.stopped);
      this.refresh();
    } else if (session.stopped && session.levelToMove !== null) {
      session.stopped = false;
      this.#trouble = "";
      this.refresh();
      void this.#advance();
    } else if (session.humanToMove) {
      void this.#findHint();
    }
  }

  async #findHint(): Promise<void> {
    const { session } = this;
    session.takeBack();
    session.hint = null;
    this.#analyst.stop();
    const turn = (this.#turn += 1);
    this.#thinking = "hint";
    this.app.live.say(`${t.say.lookingForHint}.`);
    this.refresh();
    try {
      const choice = await this.#search.think(session.game.record(), 6, (progress) => this.#progress(progress.elapsed / progress.budget));
      if (turn !== this.#turn) return;
      const hint = session.live.legal.find((move) => move.move === choice.move) ?? null;
      session.hint = hint;
      const sure = choice.value === "win" ? ` ${t.say.hintWins}` : choice.value === "loss" ? ` ${t.say.hintLoses}` : "";
      this.#news = choice.move === "swap" ? t.say.hintSwap : t.say.hint(choice.move) + sure;
      this.app.live.say(this.#news);
    } catch (error) {
      if (error instanceof Cancelled || turn !== this.#turn) return;
      this.#trouble = t.say.noHint((error as Error).message);
    }
    this.#thinking = null;
    this.refresh();
  }

  #goTo(ply: number): void {
    this.session.goTo(ply);
    const { view } = this.session;
    this.app.live.say(view.last ? t.say.moveShown(view.ply, view.last.move) : t.say.startShown);
    this.refresh();
  }

  #shortcuts(): Shortcuts {
    const { settings, live } = this.app;
    const flip = (name: "marking" | "analysis"): void => {
      settings.update({ [name]: !settings.value[name] });
      live.say(t.say[name](settings.value[name]));
      this.refresh();
    };
    return {
      s: () => live.say(this.#standing()),
      u: () => this.undo(),
      h: () => this.hintOrStop(),
      m: () => this.kind === "black-narrows" && flip("marking"),
      r: () => openRecord(this),
      n: () => void this.newGame(),
      a: () => flip("analysis"),
      "?": () => openHelp(this.kind),
      ",": () => this.#goTo(this.session.view.ply - 1),
      ".": () => this.#goTo(this.session.view.ply + 1),
      Escape: () => {
        const { pending } = this.session;
        if (!this.session.takeBack()) return;
        live.say(pending ? t.say.takenBack(pending.move) : t.say.cancelled);
        this.refresh();
      },
    };
  }

  /** How the game stands, as one would tell somebody who does not see the board. */
  #standing(counts = true): string {
    const { session } = this;
    const { view } = session;
    const { title, detail } = resultWords(view, session.seats);
    const state = title ? `${title}. ${detail}` : turnSentence(session);
    return `${this.#news} ${state} ${counts ? `${countLine(view)}.` : ""}`.trim();
  }

  // ---- the computer ----

  #stopSearch(): void {
    this.#turn += 1;
    this.#search.cancel();
    this.#thinking = null;
  }

  async #advance(): Promise<void> {
    const { session } = this;
    const level = session.levelToMove;
    if (level === null || session.stopped || this.#thinking === "level") return;
    const turn = (this.#turn += 1);
    this.#thinking = "level";
    const watching = session.seats.first !== "human" && session.seats.second !== "human";
    const begun = performance.now();
    // The stone a person placed is on the screen before the computer starts.
    await painted();
    if (turn !== this.#turn) return;
    this.refresh();
    const before = session.live;
    try {
      const choice = await this.#search.think(session.game.record(), level, (progress) => this.#progress(progress.elapsed / progress.budget));
      const wait = (watching ? WATCHING : 260) - (performance.now() - begun);
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      if (turn !== this.#turn) return;
      this.#thinking = null;
      session.play(choice.move, level as Seat);
      this.#made(before);
    } catch (error) {
      if (error instanceof Cancelled || turn !== this.#turn) return;
      this.#thinking = null;
      session.stopped = true;
      this.#trouble = t.say.noMove((error as Error).message);
      this.app.live.say(this.#trouble);
      this.refresh();
    }
  }

  #progress(part: number): void {
    this.#layout.progress.style.setProperty("--part", String(Math.min(1, part)));
  }

  // ---- drawing ----

  refresh(): void {
    const { session, app } = this;
    const { view } = session;
    const settings = app.settings.value;
    const over = session.over;
    const seats = session.seats;
    this.#analyst.follow(session, settings.analysis && !this.#thinking && !view.outcome);
    const verdicts = this.#analyst.verdicts(session, view);
    const illegal = settings.marking ? (session.preview ?? view).illegal : [];
    const targets = session.pending ? [] : session.choices.flatMap((move) => (move.to === null ? [] : [move.to]));
    const active = this.#active(view, targets);
    const marks = {
      illegal: new Set(illegal),
      targets: new Set(targets),
      pending: session.pending,
      selected: session.selected,
      hint: session.hint,
    };
    this.board.draw({
      view,
      illegal,
      pending: session.pending,
      selected: session.selected,
      targets,
      active,
      hint: session.hint,
      verdicts,
      arriving: this.#arriving,
      name: t.play.board(this.title, view.columns, view.rows),
      label: (point) => pointLabel(point, view, { ...marks, verdict: verdicts.get(point) }),
    });

    setText(this.#layout.count, countLine(view));
    const result = resultWords(view, seats);
    this.element.classList.toggle("thinking", this.#thinking !== null);
    this.element.classList.toggle("over", view.outcome !== null);
    this.element.classList.toggle("won", result.won === true || (view.outcome !== null && result.won === null));
    this.element.classList.toggle("lost", result.won === false);
    this.element.classList.toggle("back", !session.atEnd);
    this.#drawMessage(view, result);
    this.#layout.exchange.hidden = !session.exchangeOpen || this.#thinking !== null;
    if (!this.#thinking) this.#progress(0);
    drawPlayers(this.#layout.players, view, seats);

    this.#layout.confirm.hidden = !session.confirm;
    enable(this.#layout.confirm, session.pending !== null);
    enable(this.#layout.undo, session.canUndo);
    const stopped = session.stopped && session.levelToMove !== null;
    reword(this.#layout.hint, this.#thinking ? t.play.stop : stopped ? t.play.goOn : t.play.hint, this.#thinking ? ICONS.stop : stopped ? ICONS.go : ICONS.hint);
    enable(this.#layout.hint, this.#thinking !== null || stopped || session.humanToMove);
    this.#layout.fresh.classList.toggle("primary", over && session.atEnd && !session.confirm);
    const { first, back, forward, last } = this.#layout.steps;
    for (const step of [first, back]) enable(step, view.ply > 0);
    for (const step of [forward, last]) enable(step, !session.atEnd);
    setText(this.#layout.ply, session.live.plies === 0 ? t.play.noMoves : t.play.ply(view.ply, session.live.plies));
  }

  #active(view: View, targets: readonly number[]): ReadonlySet<number> {
    const { session } = this;
    if (!session.humanToMove) return new Set();
    const points = new Set<number>(targets);
    for (const move of view.legal) {
      const point = this.kind === "narrows" ? move.from : move.to;
      if (point !== null) points.add(point);
    }
    return points;
  }

  #drawMessage(view: View, result: { title: string; detail: string }): void {
    const { session } = this;
    let text: string;
    let strong = "";
    if (this.#trouble) text = this.#trouble;
    else if (!session.atEnd) text = view.last ? t.say.lookingAt(view.last.move) : t.say.lookingAtStart;
    else if (view.outcome) {
      strong = result.title;
      text = result.detail;
    } else if (this.#thinking) {
      const what = this.#thinking === "hint" ? t.say.lookingForHint : t.say.thinking(playerName(view.toMove, session.seats, view));
      text = `${what}…`;
      if (this.#said !== text && this.#thinking === "level") this.app.live.say(`${what}.`);
    } else if (session.stopped && session.levelToMove !== null) text = t.say.stoppedLong;
    else if (session.exchangeOpen) text = `${this.#news} ${t.say.exchange}`;
    else {
      const turn = turnSentence(session);
      const analysis = this.#analyst.words(session);
      text = session.pending || session.selected !== null ? turn : analysis ? `${turn} ${analysis}` : `${this.#news} ${turn}`.trim();
    }
    const whole = `${strong}\n${text}`;
    if (this.#said === whole) return;
    this.#said = whole;
    this.#layout.message.replaceChildren(...(strong ? [h("strong", {}, `${strong}. `)] : []), text);
  }
}
