/**
 * `<narrows-board>`: a game for any page, in the same room and on the same stage as the games of this project's own page.
 * The build puts it into the npm package, whose README documents its attributes and events.
 */
import type { Kind, MoveInfo } from "narrows-wasm";
import { h } from "./dom";
import { engineModule, startEngine } from "./engine";
import { Room } from "./room";
import { Searcher } from "./search";
import { Session } from "./session";
import { KINDS, SEATS, type Seat } from "./settings";
import { GameStage } from "./stage";
import { best, t, useWords } from "./strings";
import base from "./style/base.css?inline";
import boards from "./style/board.css?inline";
import colors from "./style/colors.css?inline";
import controls from "./style/controls.css?inline";
import element from "./style/element.css?inline";
import forced from "./style/forced.css?inline";
import loupe from "./style/loupe.css?inline";
import marks from "./style/marks.css?inline";

/** The parts of the page's styles that a board needs, in their order there. */
const STYLE = [colors, base, controls, boards, marks, loupe, forced, element].join("\n");
const SIZES: Readonly<Record<Kind, string>> = { "black-narrows": "8x8", narrows: "8x7" };
/** Every board of a page shares one engine. */
let engine: Promise<void> | null = null;

export class NarrowsBoard extends HTMLElement {
  static readonly observedAttributes = ["game", "size", "level", "side"];
  readonly #stage = new GameStage(true);
  #room: Room | null = null;
  #begun = false;
  #listening = new AbortController();

  constructor() {
    super();
    const { board, count, message, exchange, buttons } = this.#stage;
    const credit = h("a", { href: "https://www.marksteeregames.com/", rel: "noopener", target: "_blank" }, t.by);
    this.attachShadow({ mode: "open" }).append(
      h("style", {}, STYLE),
      h("div", { class: "frame" }, h("div", { class: "head" }, count, message, exchange), board.element, buttons, h("p", { class: "by" }, credit)),
    );
    this.#stage.enable(false);
  }

  /** The game so far as a record; empty until the engine is there. */
  get record(): string {
    return this.#room?.session.record() ?? "";
  }

  connectedCallback(): void {
    this.#listening = new AbortController();
    this.#stage.say("", t.boot.loading);
    engine ??= startEngine();
    engine.then(
      () => this.isConnected && this.#begin(),
      (error: Error) => this.#fail(error),
    );
  }

  disconnectedCallback(): void {
    this.#listening.abort();
    this.#room?.close();
    this.#room?.session.free();
    this.#room = null;
  }

  attributeChangedCallback(): void {
    if (!this.#room || this.#begun) return;
    // Several attributes that change at once begin one game.
    this.#begun = true;
    queueMicrotask(() => {
      this.#begun = false;
      if (this.isConnected) this.#begin();
    });
  }

  /** Begins a new game with the attributes as they are. */
  newGame(): void {
    if (this.#room) this.#begin();
  }

  /** Takes the person's last move back. */
  undo(): void {
    this.#room?.undo();
  }

  #begin(): void {
    let session: Session;
    try {
      session = this.#make();
    } catch (error) {
      return this.#fail(error as Error);
    }
    const before = this.#room?.session;
    if (this.#room) this.#room.open(session);
    else this.#room = this.#enter(session);
    before?.free();
    const { columns, rows } = session.view;
    this.#stage.board.element.style.aspectRatio = `${columns} / ${rows}`;
    this.#room.send((core) => core.begin());
    this.#tell("narrows-ready");
  }

  /** A room for the games of this board. */
  #enter(session: Session): Room {
    const room = new Room(session, () => new Searcher(engineModule()), {
      draw: (arriving) => this.#draw(room, arriving),
      // The message above the board is spoken.
      say: () => undefined,
      moved: ({ move }) => {
        this.#tell("narrows-move", { move });
        const outcome = this.#room?.session.view.outcome;
        if (outcome) this.#tell("narrows-end", { winner: outcome.winner });
      },
    });
    room.occupy(this.#stage, () => this.newGame(), this, this.#listening.signal);
    this.#stage.board.onTarget = (target) => room.tap(target);
    return room;
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
    this.#room?.send((core) => core.stop());
    this.#stage.say("", error.message);
    this.#tell("narrows-error", { message: error.message });
  }

  #tell(name: string, detail: Readonly<Record<string, unknown>> = {}): void {
    this.dispatchEvent(new CustomEvent(name, { detail: { ...detail, record: this.record }, bubbles: true, composed: true }));
  }

  #draw(room: Room, arriving: MoveInfo | null): void {
    this.#stage.draw(room.session, { arriving });
    const { strong, text } = room.status();
    this.#stage.say(strong, text);
    this.#stage.drawControls(room.session.view);
  }
}

// The language of the page it stands in, else the browser's.
useWords(best([document.documentElement.lang, ...navigator.languages].filter(Boolean)));
if (!customElements.get("narrows-board")) customElements.define("narrows-board", NarrowsBoard);
