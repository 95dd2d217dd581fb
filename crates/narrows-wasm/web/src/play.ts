/** The screen on which a game is played: passes on what a person does, carries out what the session asks for, draws. */
import type { BoardOptions, BoardView, Kind, MoveInfo } from "narrows-wasm";
import { Analyst } from "./analyst";
import type { App, Screen } from "./app";
import type { Board } from "./board";
import { Computer, type Asked } from "./computer";
import { drawPlayers } from "./controls";
import { ask, toast } from "./dialogs";
import { setText } from "./dom";
import { resetEngine } from "./engine";
import { openHelp } from "./help";
import { Keeper } from "./keeper";
import { Layout } from "./layout";
import { openMenu } from "./menu";
import { MovesPanel } from "./moves-panel";
import { openRecord } from "./record";
import { newId, type SavedGame } from "./saved";
import { Session, type Effects, type Target } from "./session";
import type { Seats } from "./settings";
import { listen, type Shortcuts } from "./shortcuts";
import { click } from "./sound";
import { t } from "./strings";
import type { Table } from "./table";
import { countLine, moveSentence, playerName, pointLabels, resultWords, statusSentence, turnSentence } from "./words";

export class PlayScreen implements Screen, Table {
  readonly element: HTMLElement;
  readonly title: string;
  readonly kind: Kind;
  readonly app: App;
  readonly board: Board;
  session: Session;
  /** Called after each move of a person, until another game begins. */
  onPersonMoved: (() => void) | null = null;
  #id: string;
  readonly #computer: Computer;
  readonly #analyst: Analyst;
  readonly #moves: MovesPanel;
  readonly #layout: Layout;
  readonly #keeper: Keeper;
  readonly #stop: () => void;
  /** What happened last, in a sentence, and whether it is trouble. */
  #news = "";
  #trouble = "";
  #arriving: MoveInfo | null = null;
  #failures = 0;

  /** `layout` may be one that is on the screen already. */
  constructor(app: App, kind: Kind, saved: SavedGame | null, layout = new Layout(kind)) {
    this.app = app;
    this.kind = kind;
    this.title = t.titles[kind];
    this.#computer = new Computer(app.searcher, (part) => this.#progress(part));
    this.#analyst = new Analyst(app.searcher(), () => this.refresh());
    this.#id = saved?.id ?? newId();
    this.session = saved ? Session.fromRecord(saved.record, this.#options(saved)) : this.#fresh();
    this.#keeper = new Keeper(app.saved, app.library, this.session.record());
    this.#moves = new MovesPanel(app.searcher(), () => this.session, (ply) => this.#step(ply));
    this.#layout = layout;
    this.board = layout.board;
    this.element = layout.element;
    this.element.classList.remove("opening");
    layout.enable(true);
    layout.showMoves(this.#moves.element);
    layout.actions = {
      moves: () => this.#moves.open(),
      menu: () => openMenu(this),
      confirm: () => this.#send((core) => core.confirm()),
      undo: () => this.undo(),
      hint: () => this.hintOrStop(),
      fresh: () => void this.newGame(),
      takeOver: () => this.#exchange((core) => core.takeOver()),
      stay: () => {
        this.#exchange((core) => core.stay());
        app.live.say(`${t.say.stayed} ${turnSentence(this.session)}`);
      },
      step: (to) => this.#step(to),
    };
    this.board.onTarget = (target) => this.#tap(target);
    const off = (event: Event): void => this.#offBoard(event.target as Element);
    const failed = (event: ErrorEvent): void => this.#recover(event);
    document.addEventListener("click", off, true);
    addEventListener("error", failed);
    const deaf = listen(this.board.element, this.#shortcuts());
    this.#stop = () => {
      document.removeEventListener("click", off, true);
      removeEventListener("error", failed);
      deaf();
    };
    this.refresh();
    this.#send((core) => core.begin());
  }

  leave(): void {
    this.#stop();
    this.#keeper.close();
    this.#computer.close();
    this.#analyst.close();
    this.#moves.close();
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
    if (begun) this.app.live.say(`${t.say.newGame} ${this.#standing()}`);
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
      this.#carryOut(effects);
      const discard = await ask(t.discard.question, t.discard.detail, yes, t.discard.keep);
      effects = this.session.send((core) => (discard ? core.discard() : core.keepPlaying()));
    }
    this.#carryOut(effects, before);
    return effects.some(({ type }) => type === "started");
  }

  setSeats(seats: Seats): void {
    this.app.settings.updateGame(this.kind, { seats });
    this.#trouble = "";
    this.#send((core) => core.setSeats(seats.first, seats.second));
  }

  settingsChanged(): void {
    const { confirm, marking } = this.app.settings.value;
    this.#send((core) => [...core.setConfirm(confirm[this.kind]), ...core.setMarking(marking)]);
  }

  /** After a failure of the engine: a fresh one, and the game from its record. */
  #recover(event: ErrorEvent): void {
    const words = event.message;
    if (!/the engine failed|unreachable|stale object|recursive use/.test(words) || this.#failures > 3) return;
    event.preventDefault();
    this.#failures += 1;
    this.#computer.cancel();
    this.#analyst.stop();
    resetEngine();
    this.session = Session.fromRecord(this.#keeper.record, this.#options(this.#keeper.players));
    // A level whose turn it is waits to be told to go on: it may be what failed.
    this.session.send((core) => core.stop());
    this.#trouble = t.say.engineFailed;
    this.app.live.say(this.#trouble);
    this.refresh();
  }

  // ---- what a person does ----

  #send(input: Parameters<Session["send"]>[0]): void {
    const before = this.session.view;
    this.#carryOut(this.session.send(input), before);
  }

  #tap(target: Target): void {
    const { session, app } = this;
    const before = session.view;
    const mayMove = session.humanToMove;
    const effects = session.tap(target);
    const { waiting, chosen, atEnd, cells } = session.view;
    if (!effects.some(({ type }) => type === "moved")) {
      if (waiting || chosen !== null) app.live.say(turnSentence(session));
      else if (before.waiting || before.chosen !== null) this.#sayTakenBack(before);
      else if (typeof target === "object" && mayMove && this.kind === "black-narrows") {
        app.live.say(cells[target.point] === "." ? t.say.illegalHere : t.say.stoneHere);
      } else if (!atEnd && typeof target === "object") toast(t.say.lookingBack);
    }
    this.#carryOut(effects, before);
  }

  #sayTakenBack({ waiting }: BoardView): void {
    this.app.live.say(waiting ? t.say.takenBack(waiting.move) : t.say.cancelled);
  }

  /** A tap anywhere but on the board, Confirm or a working Undo takes back what waits. */
  #offBoard(target: Element): void {
    if (!this.session.busy || target.closest(".board-svg, dialog, .confirm")) return;
    if (target.closest(".undo") && this.session.view.buttons.undo) return;
    this.#tap("off");
  }

  undo(): void {
    const before = this.session.view;
    if (!before.buttons.undo) return;
    if (before.waiting) this.#sayTakenBack(before);
    const effects = this.session.send((core) => core.undo());
    this.#trouble = "";
    if (this.session.view.plies < before.plies) {
      this.#news = "";
      this.app.live.say(`${t.say.undone} ${this.#standing()}`);
    }
    this.#carryOut(effects, before);
  }

  #exchange(input: Parameters<Session["send"]>[0]): void {
    this.#send(input);
    // The question is gone, and with it what had the focus.
    this.board.focus();
  }

  /** Hint, or Stop while the computer thinks, or Go on after Stop. */
  hintOrStop(): void {
    const { buttons } = this.session.view;
    if (buttons.stop) {
      this.#send((core) => core.stop());
      this.app.live.say(t.say.stopped);
    } else if (buttons.goOn) {
      this.#trouble = "";
      this.#send((core) => core.goOn());
    } else if (buttons.hint) {
      this.#analyst.stop();
      this.#send((core) => core.hint());
      this.app.live.say(`${t.say.lookingForHint}.`);
    }
  }

  #step(to: number | "first" | "back" | "forward" | "last"): void {
    this.#send((core) => core.step(to));
    const { last, ply } = this.session.view;
    this.app.live.say(last ? t.say.moveShown(ply, last.move) : t.say.startShown);
  }

  #shortcuts(): Shortcuts {
    const { settings, live } = this.app;
    const flip = (name: "marking" | "analysis"): void => {
      settings.update({ [name]: !settings.value[name] });
      live.say(t.say[name](settings.value[name]));
      this.settingsChanged();
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
      ",": () => this.#step("back"),
      ".": () => this.#step("forward"),
      Escape: () => {
        const before = this.session.view;
        if (!this.session.busy) return;
        this.#send((core) => core.cancel());
        this.#sayTakenBack(before);
      },
    };
  }

  /** How the game stands, as one would tell somebody who does not see the board. */
  #standing(counts = true): string {
    const { session } = this;
    const { view } = session;
    const { title, detail } = resultWords(view);
    const state = title ? `${title}. ${detail}` : turnSentence(session);
    return `${this.#news} ${state} ${counts ? `${countLine(view, session.legal.length)}.` : ""}`.trim();
  }

  // ---- what the session asks for ----

  /** Does what an input asks for; `before` is the view it was sent in. */
  #carryOut(effects: Effects, before = this.session.view): void {
    let save = false;
    let asked: Asked | null = null;
    for (const effect of effects) {
      if (effect.type === "cancel") this.#computer.cancel();
      else if (effect.type === "ask-level") asked = effect;
      else if (effect.type === "moved") this.#moved(effect.move, before);
      else if (effect.type === "started") this.#started(before.over);
      else if (effect.type === "save") save = true;
    }
    this.refresh();
    this.#arriving = null;
    if (save) this.#save();
    if (asked) void this.#think(asked);
  }

  #moved(move: MoveInfo, before: BoardView): void {
    const { session, app } = this;
    this.#news = moveSentence(playerName(before.toMove, before), move);
    this.#trouble = "";
    this.#arriving = move;
    if (app.settings.value.sound) click(move.from !== null);
    if (before.players[before.toMove].seat === "human") this.onPersonMoved?.();
    const { over, players, toMove } = session.view;
    // A person knows what they did; after a level's move, and at the end, one hears all of it.
    app.live.say(over || players[toMove].seat === "human" ? this.#standing() : this.#news);
  }

  #started(over: boolean): void {
    this.#keeper.forget({ id: this.#id, kind: this.kind }, over);
    this.#id = newId();
    this.onPersonMoved = null;
    this.#news = "";
    this.#trouble = "";
  }

  #save(): void {
    const { session } = this;
    const { columns, rows, cells, lastPoint, plies, outcome } = session.view;
    const winner = outcome?.winner ?? null;
    const picture = { columns, cells, lastPoint, count: countLine(session.view, session.legal.length), message: this.#standing(false) };
    const { seats, makers } = session;
    this.#keeper.keep({ id: this.#id, kind: this.kind, record: session.record(), seats, makers, picture, rows, plies, winner });
  }

  /** Lets a level think and hands its answer to the session, which knows whether it comes too late. */
  async #think(asked: Asked): Promise<void> {
    const { session } = this;
    const hint = asked.purpose === "hint";
    if (!hint) this.app.live.say(`${t.say.thinking(playerName(session.view.toMove, session.view))}.`);
    const watching = session.seats.first !== "human" && session.seats.second !== "human";
    const answer = await this.#computer.think(session.record(), asked, watching);
    if (!answer || session !== this.session) return;
    const before = session.view;
    if ("failed" in answer) {
      const effects = session.send((core) => core.failed(asked.ticket, answer.failed));
      this.#trouble = hint ? t.say.noHint(answer.failed) : t.say.noMove(answer.failed);
      this.app.live.say(this.#trouble);
      return this.#carryOut(effects, before);
    }
    const effects = session.send((core) => core.answer(asked.ticket, answer));
    if (hint && session.view.hint) {
      const sure = { win: ` ${t.say.hintWins}`, loss: ` ${t.say.hintLoses}`, unknown: "" }[answer.value];
      this.#news = answer.move === "swap" ? t.say.hintSwap : t.say.hint(answer.move) + sure;
      this.app.live.say(this.#news);
    }
    this.#carryOut(effects, before);
  }

  #progress(part: number): void {
    this.#layout.progress.style.setProperty("--part", String(Math.min(1, part)));
  }

  // ---- drawing ----

  refresh(): void {
    const { session, app } = this;
    const { view, legal } = session;
    const layout = this.#layout;
    this.#analyst.follow(session, app.settings.value.analysis && !view.thinking && !view.outcome);
    const verdicts = this.#analyst.verdicts(session);
    this.board.turn(app.settings.value.coordinates, app.settings.value.flipped);
    this.board.draw({
      view,
      verdicts,
      arriving: this.#arriving,
      name: t.play.board(this.title, view.columns, view.rows),
      label: pointLabels(view, verdicts),
    });
    setText(layout.count, countLine(view, legal.length));
    const result = resultWords(view);
    layout.mark(view, result.won);
    const happening = { news: this.#news, trouble: this.#trouble, better: this.#moves.better(), analysis: this.#analyst.words(session) };
    layout.say(view.outcome && view.atEnd && !this.#trouble ? result.title : "", statusSentence(session, happening));
    layout.exchange.hidden = !view.buttons.exchange || view.thinking !== null;
    if (!view.thinking) this.#progress(0);
    drawPlayers(layout.players, view);
    layout.drawButtons(view);
    this.#moves.draw();
  }
}
