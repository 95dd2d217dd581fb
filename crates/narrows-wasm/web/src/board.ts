/** The board: one SVG, one cell for each point, redrawn only where something changed. */
import type { MoveInfo, Value, View } from "narrows-wasm";
import { calm } from "./dom";
import {
  CELL,
  centre,
  columnName,
  COMFORTABLE,
  fit,
  frameHeight,
  frameWidth,
  locate,
  pointName,
  waterPath,
  type Frame,
} from "./geometry";
import { Loupe } from "./loupe";
import type { Target } from "./session";

/** What is to be drawn. */
export interface Scene {
  readonly view: View;
  /** Points with a red dot. */
  readonly illegal: readonly number[];
  /** The move that waits for Confirm. */
  readonly pending: MoveInfo | null;
  readonly selected: number | null;
  /** Points with a green dot. */
  readonly targets: readonly number[];
  /** Points that answer to a tap, for the pointer's shape. */
  readonly active: ReadonlySet<number>;
  readonly hint: MoveInfo | null;
  /** Marks of the solver. */
  readonly verdicts: ReadonlyMap<number, Value>;
  /** The move just made, to be animated. */
  readonly arriving: MoveInfo | null;
  readonly label: (point: number) => string;
  readonly name: string;
}

const NS = "http://www.w3.org/2000/svg";
const svg = <K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | number>> = {},
): SVGElementTagNameMap[K] => {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
};

const STONE: Readonly<Record<string, string>> = { x: "black", b: "black", w: "white" };
let boards = 0;

export class Board {
  /** The element to put on the page; it takes the room it is given. */
  readonly element: HTMLDivElement;
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
  #down: { id: number; x: number; y: number; touch: boolean; timer: number } | null = null;

  /** `live` boards are played on; the others only look pretty. */
  constructor(live: boolean) {
    this.#name = `b${(boards += 1)}`;
    this.element = document.createElement("div");
    this.element.className = "board";
    this.element.append(this.#svg);
    new ResizeObserver(() => this.#resize()).observe(this.element);
    if (!live) {
      this.#svg.setAttribute("aria-hidden", "true");
      return;
    }
    this.#svg.setAttribute("role", "grid");
    this.#loupe = new Loupe(this.element);
    this.#svg.addEventListener("pointerdown", (event) => this.#pointerDown(event));
    this.#svg.addEventListener("pointermove", (event) => this.#pointerMove(event));
    this.#svg.addEventListener("pointerup", (event) => this.#pointerUp(event));
    this.#svg.addEventListener("pointercancel", () => this.#release());
    this.#svg.addEventListener("contextmenu", (event) => {
      if (this.#down?.touch) event.preventDefault();
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

  /** Moves the keyboard's focus onto the board. */
  focus(): void {
    this.#cells[this.#focus]?.focus({ preventScroll: true });
  }

  draw(scene: Scene): void {
    const { columns, rows } = scene.view;
    const fresh = columns !== this.#frame.columns || rows !== this.#frame.rows;
    this.#scene = scene;
    if (fresh) this.#build(columns, rows);
    if (this.#loupe) this.#svg.setAttribute("aria-label", scene.name);
    const linking = scene.view.outcome?.linking ?? [];
    this.#drawWater(linking);
    const illegal = new Set(scene.illegal);
    const targets = new Set(scene.targets);
    const water = new Set(linking);
    const loser = scene.view.outcome?.winnerColor === "black" ? "w" : scene.view.outcome ? "b" : "";
    for (let point = 0; point < this.#cells.length; point += 1) {
      const stone = scene.view.cells[point] ?? ".";
      const flags =
        (illegal.has(point) ? "i" : "") +
        (targets.has(point) ? "t" : "") +
        (water.has(point) ? "w" : "") +
        (scene.view.lastPoint === point ? "l" : "") +
        (scene.selected === point ? "s" : "") +
        (scene.pending?.to === point ? "p" : "") +
        (scene.pending?.from === point ? "f" : "") +
        (scene.hint?.to === point ? "h" : "") +
        (scene.hint?.from === point ? "o" : "") +
        (scene.active.has(point) ? "a" : "") +
        (stone === loser && scene.view.kind === "narrows" ? "z" : "") +
        ":" +
        (scene.verdicts.get(point) ?? "");
      this.#drawCell(point, stone, flags, scene);
    }
    if (scene.arriving) this.#animate(scene.arriving, scene.view);
  }

  #drawCell(point: number, stone: string, flags: string, scene: Scene): void {
    const cell = this.#cells[point]!;
    const label = scene.label(point);
    if (label && this.#labels[point] !== label) {
      this.#labels[point] = label;
      cell.setAttribute("aria-label", label);
    }
    const signature = `${stone}|${flags}`;
    if (this.#drawn[point] === signature) return;
    this.#drawn[point] = signature;
    const [marks = "", verdict = ""] = flags.split(":");
    const on = (flag: string): boolean => marks.includes(flag);
    const classes = ["cell"];
    if (on("a")) classes.push("active");
    if (on("z")) classes.push("beaten");
    cell.setAttribute("class", classes.join(" "));
    if (on("s")) cell.setAttribute("aria-selected", "true");
    else cell.removeAttribute("aria-selected");
    let inner = `<rect class="hit" x="-48" y="-48" width="96" height="96" rx="14"/>`;
    const color = STONE[stone];
    const mover = scene.view.colorToMove ?? "black";
    if (on("p")) inner += this.#stone(mover, "waiting") + `<circle class="dash" r="46"/>`;
    else if (color) {
      // Faded stones do not let the lines through.
      if (on("z")) inner += `<circle class="bed" r="42.5"/>`;
      inner += this.#stone(color, on("f") ? "leaving" : "");
    }
    if (on("s") && !on("p")) inner += `<circle class="chosen" r="46.5"/>`;
    if (on("l") && !on("f") && !on("p")) {
      inner +=
        scene.view.kind === "narrows"
          ? `<circle class="last-dot" r="12"/>`
          : `<circle class="last-ring" r="21"/>`;
    }
    if (on("w")) inner += `<circle class="link-dot" r="13"/>`;
    if (on("i")) inner += `<circle class="illegal-dot" r="10"/>`;
    if (on("t") && !on("p")) inner += `<circle class="target-dot" r="15"/>`;
    if (on("o")) inner += `<circle class="hint-ring" r="47"/>`;
    if (on("h")) inner += `<path class="hint-mark" d="M0-30 30 0 0 30-30 0Z"/>`;
    if (verdict === "win") {
      inner += `<g class="verdict win"><circle r="25"/><path d="m-11 1 8 9L12-9"/></g>`;
    } else if (verdict === "loss") {
      inner += `<g class="verdict loss"><path d="m-11-11 22 22m0-22-22 22"/></g>`;
    }
    cell.innerHTML = inner;
  }

  #stone(color: string, state: string): string {
    return (
      `<g class="stone ${color} ${state}"><ellipse class="shade" cx="2" cy="5" rx="43" ry="42.5"/>` +
      `<circle class="body" r="42.5" fill="url(#${this.#name}-${color})"/></g>`
    );
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
    const { cell, band } = fit(columns, rows, width, height, this.#loupe !== null);
    if (Math.abs(cell - this.#cellPixels) < 0.01) return;
    this.#cellPixels = cell;
    const frame: Frame = { columns, rows, band: (band / cell) * CELL };
    this.#frame = frame;
    this.#svg.setAttribute("viewBox", `0 0 ${frameWidth(frame)} ${frameHeight(frame)}`);
    this.#svg.style.width = `${columns * cell + 2 * band}px`;
    this.#svg.style.height = `${rows * cell + 2 * band}px`;
    this.element.classList.toggle("fine", cell < COMFORTABLE);
    this.#furniture(frame, cell);
    this.#cells.forEach((element, point) => {
      const { x, y } = centre(point, frame);
      element.setAttribute("transform", `translate(${x} ${y})`);
    });
    this.#svg.replaceChildren(this.#under, this.#grid, this.#over);
    this.#water = "";
    this.#drawWater(this.#scene?.view.outcome?.linking ?? []);
  }

  /** What does not change while a game is played: the slab, its lines, letters and numbers. */
  #furniture(frame: Frame, cell: number): void {
    const { columns, rows, band } = frame;
    const width = frameWidth(frame);
    const height = frameHeight(frame);
    const left = band + CELL / 2;
    const right = width - left;
    const top = band + CELL / 2;
    const bottom = height - top;
    let lines = "";
    for (let column = 0; column < columns; column += 1) lines += `M${left + column * CELL} ${top}V${bottom}`;
    for (let row = 0; row < rows; row += 1) lines += `M${left} ${top + row * CELL}H${right}`;
    // Letters of 9 to 14 pixels whatever the cell.
    const size = (Math.max(8.5, Math.min(14, cell * 0.3)) / cell) * CELL;
    let labels = "";
    const inset = band * 0.66;
    for (let column = 0; band > 0 && column < columns; column += 1) {
      const x = left + column * CELL;
      const name = columnName(column);
      labels += `<text x="${x}" y="${inset}">${name}</text><text x="${x}" y="${height - inset}">${name}</text>`;
    }
    for (let row = 0; band > 0 && row < rows; row += 1) {
      const y = bottom - row * CELL;
      labels += `<text x="${inset}" y="${y}">${row + 1}</text><text x="${width - inset}" y="${y}">${row + 1}</text>`;
    }
    const round = (10 / cell) * CELL;
    const inner = (3.5 / cell) * CELL;
    this.#under = svg("g", { "aria-hidden": "true" });
    this.#under.innerHTML =
      this.#gradient("black") +
      this.#gradient("white") +
      `<rect class="slab" width="${width}" height="${height}" rx="${round}"/>` +
      `<rect class="rim" x="${inner}" y="${inner}" width="${width - 2 * inner}" height="${height - 2 * inner}" rx="${round * 0.7}"/>` +
      `<path class="lines" d="${lines}" stroke-width="${(1.15 / cell) * CELL}"/>` +
      `<g class="names" font-size="${size}">${labels}</g><g class="water"></g>`;
  }

  #gradient(color: string): string {
    return (
      `<radialGradient id="${this.#name}-${color}" cx=".38" cy=".3" r=".8">` +
      `<stop offset="0" class="${color}-light"/><stop offset="1" class="${color}-deep"/></radialGradient>`
    );
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

  #animate(move: MoveInfo, view: View): void {
    if (calm() || move.to === null) return;
    const stone = this.#cells[move.to]?.querySelector(".stone");
    if (!stone) return;
    if (move.from === null) {
      stone.animate(
        [
          { transform: "scale(1.18)", opacity: 0.4 },
          { transform: "scale(1)", opacity: 1 },
        ],
        { duration: 150, easing: "cubic-bezier(.2,.8,.3,1)" },
      );
      return;
    }
    const start = centre(move.from, this.#frame);
    const end = centre(move.to, this.#frame);
    stone.animate(
      [
        { transform: `translate(${start.x - end.x}px, ${start.y - end.y}px)` },
        { transform: "translate(0, 0)" },
      ],
      { duration: 180, easing: "cubic-bezier(.3,.7,.3,1)" },
    );
    // The captured stone stays under the arriving one and fades.
    const taken = svg("g", { transform: `translate(${end.x} ${end.y})` });
    taken.innerHTML = this.#stone(view.cells[move.to] === "b" ? "white" : "black", "");
    this.#under.append(taken);
    const fade = taken.animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }], { duration: 180 });
    fade.onfinish = () => taken.remove();
    fade.oncancel = () => taken.remove();
  }

  /** The target under a place on the screen, from where the board is now. */
  #targetAt(clientX: number, clientY: number, snap: boolean): Target {
    const box = this.#svg.getBoundingClientRect();
    if (box.width === 0) return "off";
    const scale = frameWidth(this.#frame) / box.width;
    const found = locate((clientX - box.left) * scale, (clientY - box.top) * scale, this.#frame, snap);
    return typeof found === "number" ? { point: found } : found;
  }

  #pointerDown(event: PointerEvent): void {
    if (!event.isPrimary || event.button !== 0) {
      this.#release();
      return;
    }
    const touch = event.pointerType !== "mouse";
    this.#release();
    const down = { id: event.pointerId, x: event.clientX, y: event.clientY, touch, timer: 0 };
    this.#down = down;
    if (touch && this.#cellPixels < COMFORTABLE && this.#scene?.active.size) {
      down.timer = window.setTimeout(() => this.#aim(event.clientX, event.clientY), 130);
    }
  }

  #pointerMove(event: PointerEvent): void {
    const down = this.#down;
    if (!down || event.pointerId !== down.id) return;
    const moved = Math.hypot(event.clientX - down.x, event.clientY - down.y) > 6;
    if (this.#loupe?.open || (moved && down.timer !== 0)) this.#aim(event.clientX, event.clientY);
  }

  #aim(clientX: number, clientY: number): void {
    const target = this.#targetAt(clientX, clientY, true);
    if (typeof target !== "object") {
      this.#loupe?.hide();
      return;
    }
    const { x, y } = centre(target.point, this.#frame);
    const box = this.#svg.getBoundingClientRect();
    this.#loupe?.show(this.#svg, x, y, clientX, clientY, box, pointName(target.point, this.#frame.columns));
  }

  #pointerUp(event: PointerEvent): void {
    const down = this.#down;
    if (!down || event.pointerId !== down.id) return;
    const aimed = this.#loupe?.open ?? false;
    const moved = Math.hypot(event.clientX - down.x, event.clientY - down.y);
    this.#release();
    // A drag is no tap, unless the magnifier followed it.
    if (!aimed && moved > 12) return;
    const target = this.#targetAt(event.clientX, event.clientY, aimed);
    if (typeof target === "object") this.#rove(target.point, false);
    this.onTarget?.(target);
  }

  #release(): void {
    if (this.#down) clearTimeout(this.#down.timer);
    this.#down = null;
    this.#loupe?.hide();
  }

  #rove(point: number, focus: boolean): void {
    this.#cells[this.#focus]?.setAttribute("tabindex", "-1");
    this.#focus = point;
    const cell = this.#cells[point];
    cell?.setAttribute("tabindex", "0");
    if (focus) cell?.focus({ preventScroll: false });
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    const { columns, rows } = this.#frame;
    const column = this.#focus % columns;
    const row = Math.floor(this.#focus / columns);
    const to = (toColumn: number, toRow: number): void => {
      event.preventDefault();
      const c = Math.max(0, Math.min(columns - 1, toColumn));
      const r = Math.max(0, Math.min(rows - 1, toRow));
      this.#rove(r * columns + c, true);
    };
    switch (event.key) {
      case "ArrowLeft":
        return to(column - 1, row);
      case "ArrowRight":
        return to(column + 1, row);
      case "ArrowUp":
        return to(column, row + 1);
      case "ArrowDown":
        return to(column, row - 1);
      case "Home":
        return to(0, event.ctrlKey ? rows - 1 : row);
      case "End":
        return to(columns - 1, event.ctrlKey ? 0 : row);
      case "PageUp":
        return to(column, rows - 1);
      case "PageDown":
        return to(column, 0);
      case "Enter":
      case " ":
        event.preventDefault();
        if (!event.repeat) this.onTarget?.({ point: this.#focus });
        return;
      default:
    }
  }
}
