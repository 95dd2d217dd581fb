/**
 * `<narrows-board>`: a game for any page, made of the same board, session and computer as the page of its own. The build puts
 * it into the npm package, whose README documents its attributes and events.
 */
import type { BoardEffect, Kind, MoveInfo } from "narrows-wasm";
import { Board } from "./board";
import { Computer, type Asked } from "./computer";
import { button, enable, reword } from "./controls";
import { h, ICONS, setText } from "./dom";
import { engineModule, startEngine } from "./engine";
import { Searcher } from "./search";
import { Session } from "./session";
import { KINDS, SEATS, type Seat } from "./settings";
import { best, t, useWords } from "./strings";
import base from "./style/base.css?inline";
import boards from "./style/board.css?inline";
import colors from "./style/colors.css?inline";
import controls from "./style/controls.css?inline";
import element from "./style/element.css?inline";
import forced from "./style/forced.css?inline";
import loupe from "./style/loupe.css?inline";
import marks from "./style/marks.css?inline";
import { countLine, moveSentence, playerName, pointLabels, resultWords, statusSentence } from "./words";

/** The parts of the page's styles that a board needs, in their order there. */
const STYLE = [colors, base, controls, boards, marks, loupe, forced, element].join("\n");
const SIZES: Readonly<Record<Kind, string>> = { "black-narrows": "8x8", narrows: "8x7" };
/** Every board of a page shares one engine. */
let engine: Promise<void> | null = null;

export class NarrowsBoard extends HTMLElement {
  static readonly observedAttributes = ["game", "size", "level", "side"];
  readonly #board = new Board(true);
  readonly #count = h("p", { class: "count" });
  readonly #message = h("p", { class: "message", role: "status" });
  readonly #undo = button(t.play.undo, ICONS.undo, () => this.undo());
  readonly #hint = button(t.play.hint, ICONS.hint, () => this.#help());
  readonly #fresh = button(t.play.newGame, ICONS.fresh, () => this.newGame());
  readonly #confirm = button(t.play.confirm, ICONS.confirm, () => this.#send((core) => core.confirm()), "primary confirm");
  readonly #exchange = h(
    "div",
    { class: "exchange", role: "group", "aria-label": t.play.exchange, hidden: true },
    h("button", { type: "button", class: "button primary", onclick: () => this.#send((core) => core.takeOver()) }, t.play.takeOver),
    h("button", { type: "button", class: "button", onclick: () => this.#send((core) => core.stay()) }, t.play.stayWhite),
  );
  #session: Session | null = null;
  #computer: Computer | null = null;
  #trouble = "";
  /** What the last answer of a level was, or its hint. */
  #news = "";
  #begun = false;
  #listening = new AbortController();

  constructor() {
    super();
    const credit = h("a", { href: "https://www.marksteeregames.com/", rel: "noopener", target: "_blank" }, t.by);
    this.attachShadow({ mode: "open" }).append(
      h("style", {}, STYLE),
      h(
        "div",
        { class: "frame" },
        h("div", { class: "head" }, this.#count, this.#message, this.#exchange),
        this.#board.element,
        h("div", { class: "buttons" }, this.#undo, this.#hint, this.#fresh, this.#confirm),
        h("p", { class: "by" }, credit),
      ),
    );
    for (const control of [this.#undo, this.#hint, this.#fresh, this.#confirm]) enable(control, false);
    this.#board.onTarget = (target) => this.#send((core) => core.tap(typeof target === "object" ? target.point : target));
  }

  /** The game so far as a record; empty until the engine is there. */
  get record(): string {
    return this.#session?.record() ?? "";
  }

  connectedCallback(): void {
    this.#computer = new Computer(() => new Searcher(engineModule()), () => undefined);
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    // A click elsewhere, or Escape, takes back what waits.
    const off = (event: Event): void => {
      const [place] = event.composedPath();
      if (this.#session?.busy && !(place as Element).closest?.(".board-svg, .confirm")) this.#send((core) => core.cancel());
    };
    document.addEventListener("click", off, { capture: true, signal });
    this.addEventListener("keydown", (event) => event.key === "Escape" && off(event), { signal });
    setText(this.#message, t.boot.loading);
    engine ??= startEngine();
    engine.then(
      () => this.isConnected && this.#begin(),
      (error: Error) => this.#fail(error),
    );
  }

  disconnectedCallback(): void {
    this.#listening.abort();
    this.#computer?.close();
    this.#computer = null;
    this.#session?.free();
    this.#session = null;
  }

  attributeChangedCallback(): void {
    if (!this.#session || this.#begun) return;
    // Several attributes that change at once begin one game.
    this.#begun = true;
    queueMicrotask(() => {
      this.#begun = false;
      if (this.isConnected) this.#begin();
    });
  }

  /** Begins a new game with the attributes as they are. */
  newGame(): void {
    if (this.#session) this.#begin();
  }

  /** Takes the person's last move back. */
  undo(): void {
    if (this.#session?.view.buttons.undo) this.#send((core) => core.undo());
  }

  #begin(): void {
    try {
      const next = this.#make();
      this.#computer?.cancel();
      this.#session?.free();
      this.#session = next;
      this.#trouble = "";
      this.#news = "";
    } catch (error) {
      return this.#fail(error as Error);
    }
    const { columns, rows } = this.#session.view;
    this.#board.element.style.aspectRatio = `${columns} / ${rows}`;
    enable(this.#fresh, true);
    this.#send((core) => core.begin());
    this.#tell("narrows-ready");
  }

  /** The game that the attributes describe. */
  #make(): Session {
    const wanted = this.getAttribute("game") ?? "black-narrows";
    const kind = KINDS.find((name) => name === wanted);
    if (!kind) throw new Error(t.element.wrong("game", wanted, KINDS.join(", ")));
    const size = this.getAttribute("size") ?? SIZES[kind];
    const [, columns, rows] = /^(\d{1,2})x(\d{1,2})$/i.exec(size) ?? [];
    if (!columns || !rows) throw new Error(t.element.wrong("size", size, SIZES[kind]));
    const level = this.getAttribute("level") ?? "human";
    const seat: Seat | undefined = SEATS.find((value) => String(value) === level);
    if (!seat) throw new Error(t.element.wrong("level", level, SEATS.join(", ")));
    const side = this.getAttribute("side") ?? "first";
    if (side !== "first" && side !== "second") throw new Error(t.element.wrong("side", side, "first, second"));
    const seats = side === "first" ? { first: "human" as const, second: seat } : { first: seat, second: "human" as const };
    return Session.fresh(kind, Number(columns), Number(rows), { ...seats, confirm: matchMedia("(pointer: coarse)").matches });
  }

  /** Says what is wrong, in place of the game. */
  #fail(error: Error): void {
    this.#trouble = error.message;
    this.#computer?.cancel();
    setText(this.#message, this.#trouble);
    this.#tell("narrows-error", { message: error.message });
  }

  #tell(name: string, detail: Readonly<Record<string, unknown>> = {}): void {
    this.dispatchEvent(new CustomEvent(name, { detail: { ...detail, record: this.record }, bubbles: true, composed: true }));
  }

  /** Hint, or Stop while the computer thinks, or Go on after Stop. */
  #help(): void {
    const buttons = this.#session?.view.buttons;
    if (buttons?.stop) this.#send((core) => core.stop());
    else if (buttons?.goOn) this.#send((core) => core.goOn());
    else if (buttons?.hint) this.#send((core) => core.hint());
  }

  #send(input: Parameters<Session["send"]>[0]): void {
    const session = this.#session;
    if (!session) return;
    const before = session.view;
    const effects = session.send(input);
    for (const effect of effects) if (effect.type === "cancel") this.#computer?.cancel();
    const moved = effects.find((effect) => effect.type === "moved");
    if (moved) {
      this.#trouble = "";
      this.#news = moveSentence(playerName(before.toMove, before), moved.move);
    } else if (session.view.plies < before.plies) this.#news = "";
    const { hint } = session.view;
    if (hint && !before.hint) this.#news = hint.move === "swap" ? t.say.hintSwap : t.say.hint(hint.move);
    this.#draw(moved?.move ?? null);
    if (moved) {
      this.#tell("narrows-move", { move: moved.move.move });
      const { outcome } = session.view;
      if (outcome) this.#tell("narrows-end", { winner: outcome.winner });
    }
    const asked = effects.find((effect): effect is Extract<BoardEffect, { type: "ask-level" }> => effect.type === "ask-level");
    // A listener may have begun another game.
    if (asked && session === this.#session) void this.#think(session, asked);
  }

  async #think(session: Session, asked: Asked): Promise<void> {
    const answer = await this.#computer?.think(session.record(), asked, false);
    if (!answer || session !== this.#session) return;
    if ("failed" in answer) {
      this.#trouble = t.say.noMove(answer.failed);
      this.#send((core) => core.failed(asked.ticket, answer.failed));
    } else this.#send((core) => core.answer(asked.ticket, answer));
  }

  #draw(arriving: MoveInfo | null): void {
    const session = this.#session!;
    const { view, legal } = session;
    const verdicts = new Map<number, never>();
    this.#board.draw({ view, verdicts, arriving, name: t.play.board(t.titles[view.kind], view.columns, view.rows), label: pointLabels(view, verdicts) });
    setText(this.#count, countLine(view, legal.length));
    setText(this.#message, this.#words(session));
    const { buttons } = view;
    this.#exchange.hidden = !buttons.exchange || view.thinking !== null;
    this.#confirm.hidden = !view.confirm;
    enable(this.#confirm, buttons.confirm);
    enable(this.#undo, buttons.undo);
    if (buttons.stop) reword(this.#hint, t.play.stop, ICONS.stop);
    else if (buttons.goOn) reword(this.#hint, t.play.goOn, ICONS.go);
    else reword(this.#hint, t.play.hint, ICONS.hint);
    enable(this.#hint, buttons.stop || buttons.goOn || buttons.hint);
  }

  #words(session: Session): string {
    const { view } = session;
    const { title } = resultWords(view);
    const words = statusSentence(session, { news: this.#news, trouble: this.#trouble, better: null, analysis: null });
    return title && !this.#trouble ? `${title}. ${words}` : words;
  }
}

// The language of the page it stands in, else the browser's.
useWords(best([document.documentElement.lang, ...navigator.languages].filter(Boolean)));
if (!customElements.get("narrows-board")) customElements.define("narrows-board", NarrowsBoard);
