/** The board: one SVG, one cell for each point, redrawn only where something changed. */
import type { MoveInfo } from "narrows-wasm";
import { calm } from "./dom";
import {
  CELL,
  center,
  COMFORTABLE,
  fit,
  frameHeight,
  frameWidth,
  locate,
  pointName,
  walk,
  waterPath,
  type Frame,
  type Reach,
} from "./geometry";
import { Hand } from "./hand";
import { Loupe } from "./loupe";
import { BARE_CELL, cell, furniture, stone, type CellMarks } from "./markup";
import type { Drawn, Scene } from "./scene";
import type { Target } from "./session";

const NS = "http://www.w3.org/2000/svg";
const svg = <K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | number>> = {},
): SVGElementTagNameMap[K] => {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
};

let boards = 0;

export class Board {
  /** The element to put on the page; it takes the room it is given. */
  readonly element: HTMLDivElement;
  #named: boolean;
  #flipped = false;
  /** Called for every tap, click or key on the board. */
  onTarget: ((target: Target) => void) | null = null;
  readonly #svg = svg("svg", { class: "board-svg" });
  readonly #name: string;
  #frame: Frame = { columns: 0, rows: 0, band: 0 };
  #cellPixels = 0;
  #cells: SVGGElement[] = [];
  #drawn: string[] = [];
  #labels: string[] = [];
  #under = svg("g");
  #grid = svg("g");
  #over = svg("g", { class: "over" });
  #scene: Scene | null = null;
  #focus = 0;
  #water = "";
  #loupe: Loupe | null = null;

  /** `live` boards are played on; the others only look pretty. */
  constructor(live: boolean) {
    this.#name = `b${(boards += 1)}`;
    this.#named = live;
    this.element = document.createElement("div");
    this.element.className = "board";
    // Shown once its size is known: nothing jumps.
    this.#svg.style.display = "none";
    this.element.append(this.#svg);
    new ResizeObserver(() => this.#resize()).observe(this.element);
    if (!live) {
      this.#svg.setAttribute("aria-hidden", "true");
      return;
    }
    this.#svg.setAttribute("role", "grid");
    this.#loupe = new Loupe(this.element);
    new Hand(this.#svg, {
      view: () => this.#scene?.view ?? null,
      small: () => this.#cellPixels < COMFORTABLE,
      at: (x, y, reach) => this.#targetAt(x, y, reach),
      aim: (x, y) => this.#aim(x, y),
      let: () => this.#loupe?.hide(),
      aiming: () => this.#loupe?.open ?? false,
      tap: (target) => {
        if (typeof target === "object") this.#rove(target.point, this.focused !== null);
        this.onTarget?.(target);
      },
    });
    this.#svg.addEventListener("click", (event) => {
      // Assistive technology clicks without a pointer: then the element says which point it is.
      if (event.detail !== 0) return;
      const cell = (event.target as Element).closest<SVGGElement>("[data-point]");
      if (cell) this.onTarget?.({ point: Number(cell.dataset["point"]) });
    });
    this.#svg.addEventListener("keydown", (event) => this.#key(event));
    this.#svg.addEventListener("focusin", (event) => {
      const cell = (event.target as Element).closest<SVGGElement>("[data-point]");
      if (cell) this.#rove(Number(cell.dataset["point"]), false);
    });
  }

  /** Moves the keyboard's focus onto the board: to a point, or where it was last. */
  focus(point = this.#focus): void {
    if (point < this.#cells.length) this.#rove(point, false);
    this.#cells[this.#focus]?.focus({ preventScroll: true });
  }

  /** Where a hand can act; around it is elsewhere. */
  get surface(): Element {
    return this.#svg;
  }

  /** The point that has the keyboard's focus. */
  get focused(): number | null {
    // A board may stand in a tree of its own.
    const { activeElement } = this.#svg.getRootNode() as Document | ShadowRoot;
    return this.#svg.contains(activeElement) ? this.#focus : null;
  }

  /** Shows or hides letters and numbers, and turns the board around. */
  turn(named: boolean, flipped: boolean): void {
    if (named === this.#named && flipped === this.#flipped) return;
    this.#named = named;
    this.#flipped = flipped;
    this.#cellPixels = 0;
    this.#resize();
  }

  draw(scene: Scene): void {
    const { view } = scene;
    const fresh = view.columns !== this.#frame.columns || view.rows !== this.#frame.rows;
    this.#scene = scene;
    if (fresh) this.#build(view.columns, view.rows);
    if (this.#loupe) this.#svg.setAttribute("aria-label", scene.name);
    const linking = view.outcome?.linking ?? [];
    this.#drawWater(linking);
    const illegal = new Set(view.illegal);
    const targets = new Set(view.targets);
    const active = new Set(view.active);
    const water = new Set(linking);
    const narrows = view.kind === "narrows";
    const loser = view.outcome?.winnerColor === "black" ? "w" : view.outcome ? "b" : "";
    for (let point = 0; point < this.#cells.length; point += 1) {
      const content = view.cells[point] ?? ".";
      this.#drawCell(point, content, active.has(point), scene, {
        illegal: illegal.has(point),
        target: targets.has(point),
        links: water.has(point),
        last: view.lastPoint === point,
        chosen: view.chosen === point,
        waiting: view.waiting?.to === point,
        leaving: view.waiting?.from === point,
        hint: view.hint?.to === point,
        hintFrom: view.hint?.from === point,
        beaten: content === loser && narrows,
        verdict: scene.verdicts.get(point),
      });
    }
    if (scene.arriving) this.#animate(scene.arriving, view);
  }

  #drawCell(point: number, content: string, active: boolean, scene: Scene, marks: CellMarks): void {
    const element = this.#cells[point]!;
    const label = scene.label(point);
    if (label && this.#labels[point] !== label) {
      this.#labels[point] = label;
      element.setAttribute("aria-label", label);
    }
    const signature = `${content}${active}${JSON.stringify(marks)}`;
    if (this.#drawn[point] === signature) return;
    this.#drawn[point] = signature;
    element.setAttribute("class", `cell${active ? " active" : ""}${marks.beaten ? " beaten" : ""}`);
    if (marks.chosen) element.setAttribute("aria-selected", "true");
    else element.removeAttribute("aria-selected");
    const narrows = scene.view.kind === "narrows";
    element.lastElementChild!.innerHTML = cell(content, marks, scene.view.colorToMove ?? "black", narrows, this.#name);
  }

  #build(columns: number, rows: number): void {
    this.#drawn = [];
    this.#labels = [];
    this.#cells = [];
    this.#water = "";
    this.#frame = { columns, rows, band: 30 };
    this.#focus = Math.min(this.#focus, columns * rows - 1);
    const grid = svg("g", { class: "cells", role: "presentation" });
    const cells: SVGGElement[] = new Array<SVGGElement>(columns * rows);
    for (let row = rows - 1; row >= 0; row -= 1) {
      const line = svg("g", this.#loupe ? { role: "row" } : {});
      for (let column = 0; column < columns; column += 1) {
        const point = row * columns + column;
        const cell = svg("g", { class: "cell", "data-point": point });
        // What is hit stays while the content changes under the hand: a click needs a place that has not gone.
        cell.innerHTML = BARE_CELL;
        if (this.#loupe) {
          cell.setAttribute("role", "gridcell");
          cell.setAttribute("tabindex", "-1");
        }
        cells[point] = cell;
        line.append(cell);
      }
      grid.append(line);
    }
    this.#cells = cells;
    this.#grid = grid;
    this.#focus = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
    if (this.#loupe) cells[this.#focus]?.setAttribute("tabindex", "0");
    this.#cellPixels = 0;
    this.#resize();
  }

  #resize(): void {
    const { columns, rows } = this.#frame;
    if (columns === 0 || !this.element.isConnected) return;
    const style = getComputedStyle(this.element);
    const width = this.element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = this.element.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    if (width <= 0 || height <= 0) return;
    const { cell: size, band } = fit(columns, rows, width, height, this.#named);
    if (Math.abs(size - this.#cellPixels) < 0.01) return;
    this.#cellPixels = size;
    const frame: Frame = { columns, rows, band: (band / size) * CELL, flipped: this.#flipped };
    this.#frame = frame;
    this.#svg.setAttribute("viewBox", `0 0 ${frameWidth(frame)} ${frameHeight(frame)}`);
    this.#svg.style.display = "";
    this.#svg.style.width = `${columns * size + 2 * band}px`;
    this.#svg.style.height = `${rows * size + 2 * band}px`;
    this.element.classList.toggle("fine", size < COMFORTABLE);
    this.#under = svg("g", { "aria-hidden": "true" });
    this.#under.innerHTML = furniture(frame, size, this.#name);
    this.#cells.forEach((element, point) => {
      const { x, y } = center(point, frame);
      element.setAttribute("transform", `translate(${x} ${y})`);
    });
    this.#svg.replaceChildren(this.#under, this.#grid, this.#over);
    this.#water = "";
    this.#drawWater(this.#scene?.view.outcome?.linking ?? []);
  }

  #drawWater(points: readonly number[]): void {
    const key = points.join();
    if (key === this.#water) return;
    this.#water = key;
    const layer = this.#under.querySelector(".water");
    if (!layer) return;
    const outline = waterPath(points, this.#frame);
    layer.innerHTML = points.length
      ? `<path class="shore" d="${outline}"/><path class="channel" d="${outline}"/>`
      : "";
  }

  #animate(move: MoveInfo, view: Drawn): void {
    if (calm() || move.to === null) return;
    const arriving = this.#cells[move.to]?.querySelector(".stone");
    if (!arriving) return;
    if (move.from === null) {
      arriving.animate(
        [
          { transform: "scale(1.18)", opacity: 0.4 },
          { transform: "scale(1)", opacity: 1 },
        ],
        { duration: 150, easing: "cubic-bezier(.2,.8,.3,1)" },
      );
      return;
    }
    const start = center(move.from, this.#frame);
    const end = center(move.to, this.#frame);
    arriving.animate(
      [
        { transform: `translate(${start.x - end.x}px, ${start.y - end.y}px)` },
        { transform: "translate(0, 0)" },
      ],
      { duration: 180, easing: "cubic-bezier(.3,.7,.3,1)" },
    );
    // The captured stone stays under the arriving one and fades.
    const taken = svg("g", { transform: `translate(${end.x} ${end.y})` });
    taken.innerHTML = stone(view.cells[move.to] === "b" ? "white" : "black", "", this.#name);
    this.#under.append(taken);
    const fade = taken.animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }], { duration: 180 });
    fade.onfinish = () => taken.remove();
    fade.oncancel = () => taken.remove();
  }

  /** The target under a place on the screen, from where the board is now. */
  #targetAt(clientX: number, clientY: number, reach: Reach): Target {
    const box = this.#svg.getBoundingClientRect();
    if (box.width === 0) return "off";
    const scale = frameWidth(this.#frame) / box.width;
    const found = locate((clientX - box.left) * scale, (clientY - box.top) * scale, this.#frame, reach);
    return typeof found === "number" ? { point: found } : found;
  }

  /** Shows in the magnifier what is under a finger. */
  #aim(clientX: number, clientY: number): void {
    const target = this.#targetAt(clientX, clientY, "always");
    if (typeof target !== "object") {
      this.#loupe?.hide();
      return;
    }
    const { x, y } = center(target.point, this.#frame);
    const box = this.#svg.getBoundingClientRect();
    this.#loupe?.show(this.#svg, x, y, clientX, clientY, box, pointName(target.point, this.#frame.columns));
  }

  #rove(point: number, focus: boolean): void {
    this.#cells[this.#focus]?.setAttribute("tabindex", "-1");
    this.#focus = point;
    const cell = this.#cells[point];
    cell?.setAttribute("tabindex", "0");
    if (focus) cell?.focus({ preventScroll: false });
  }

  #key(event: KeyboardEvent): void {
    const cell = (event.target as Element).closest<SVGGElement>("[data-point]");
    if (event.altKey || event.metaKey || !cell) return;
    // What shows the focus is what is meant.
    this.#rove(Number(cell.dataset["point"]), false);
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) this.onTarget?.({ point: this.#focus });
      return;
    }
    const next = walk(this.#focus, event, this.#frame);
    if (next === null) return;
    event.preventDefault();
    this.#rove(next, true);
  }
}
