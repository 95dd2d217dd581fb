/**
 * The board's drawing as text: SVG that the page puts into its boards and that the build puts into the
 * start page. No DOM here.
 */
import { CELL, center, columnName, frameHeight, frameWidth, type Frame } from "./geometry";

/** What one point shows besides its stone. */
export interface CellMarks {
  readonly illegal?: boolean;
  readonly target?: boolean;
  readonly links?: boolean;
  readonly last?: boolean;
  readonly chosen?: boolean;
  /** The move that waits for Confirm lands here. */
  readonly waiting?: boolean;
  /** The move that waits for Confirm leaves from here. */
  readonly leaving?: boolean;
  readonly hint?: boolean;
  readonly hintFrom?: boolean;
  /** A stone of the side that lost. */
  readonly beaten?: boolean;
  readonly verdict?: string | undefined;
}

export type StoneColor = "black" | "white";
const CROSS = "m-11-11 22 22m0-22-22 22";
const COLORS: Readonly<Record<string, StoneColor>> = { x: "black", b: "black", w: "white" };

/** The color of a character of `View.cells`, or `undefined` for an empty point. */
export const colorOfCell = (cell: string): StoneColor | undefined => COLORS[cell];

export const stone = (color: StoneColor, state: string, board: string): string =>
  `<g class="stone ${color} ${state}"><ellipse class="shade" cx="2" cy="5" rx="43" ry="42.5"/>` +
  `<circle class="body" r="42.5" fill="url(#${board}-${color})"/></g>`;

/** What a hand can hit of a cell, and the place of what is drawn in it. */
export const BARE_CELL = `<rect class="hit" x="-48" y="-48" width="96" height="96" rx="14"/><g class="content"></g>`;

/** Everything on one point, around its middle. `moving` is the color of the move that waits. */
export function cell(content: string, marks: CellMarks, moving: StoneColor, narrows: boolean, board: string): string {
  const color = colorOfCell(content);
  let inner = "";
  if (marks.waiting) inner += stone(moving, "waiting", board) + `<circle class="dash-under" r="46"/><circle class="dash" r="46"/>`;
  else if (color) {
    // Faded stones do not let the lines through.
    if (marks.beaten) inner += `<circle class="bed" r="42.5"/>`;
    inner += stone(color, marks.leaving ? "leaving" : "", board);
  }
  if (marks.chosen && !marks.waiting) inner += `<circle class="chosen" r="46.5"/>`;
  if (marks.last && !marks.leaving && !marks.waiting) {
    inner += narrows ? `<circle class="last-dot" r="12"/>` : `<circle class="last-ring" r="21"/>`;
  }
  if (marks.links) inner += `<circle class="link-dot" r="13"/>`;
  if (marks.illegal) inner += `<circle class="illegal-dot" r="10"/>`;
  if (marks.target && !marks.waiting) inner += `<circle class="target-dot" r="15"/>`;
  if (marks.hintFrom) inner += `<circle class="hint-ring" r="47"/>`;
  if (marks.hint) inner += `<path class="hint-mark" d="M0-30 30 0 0 30-30 0Z"/>`;
  if (marks.verdict === "win") inner += `<g class="verdict win"><circle r="25"/><path d="m-11 1 8 9L12-9"/></g>`;
  else if (marks.verdict === "loss") inner += `<g class="verdict loss"><path class="under" d="${CROSS}"/><path d="${CROSS}"/></g>`;
  return inner;
}

const gradient = (color: StoneColor, board: string): string =>
  `<radialGradient id="${board}-${color}" cx=".38" cy=".3" r=".8">` +
  `<stop offset="0" class="${color}-light"/><stop offset="1" class="${color}-deep"/></radialGradient>`;

/** What does not change while a game is played: the slab, its lines, letters and numbers. `size` is a cell's, in pixels. */
export function furniture(frame: Frame, size: number, board: string): string {
  const width = frameWidth(frame);
  const height = frameHeight(frame);
  const round = (10 / size) * CELL;
  const inner = (3.5 / size) * CELL;
  return (
    gradient("black", board) +
    gradient("white", board) +
    `<rect class="slab" width="${width}" height="${height}" rx="${round}"/>` +
    `<rect class="rim" x="${inner}" y="${inner}" width="${width - 2 * inner}" height="${height - 2 * inner}" rx="${round * 0.7}"/>` +
    `<path class="lines" d="${lines(frame)}" stroke-width="${(1.15 / size) * CELL}"/>` +
    names(frame, size) +
    `<g class="water"></g>`
  );
}

function lines(frame: Frame): string {
  const { columns, rows, band } = frame;
  const left = band + CELL / 2;
  const right = frameWidth(frame) - left;
  const bottom = frameHeight(frame) - left;
  let path = "";
  for (let column = 0; column < columns; column += 1) path += `M${left + column * CELL} ${left}V${bottom}`;
  for (let row = 0; row < rows; row += 1) path += `M${left} ${left + row * CELL}H${right}`;
  return path;
}

function names(frame: Frame, size: number): string {
  const { columns, rows, band } = frame;
  if (band <= 0) return "";
  const width = frameWidth(frame);
  const height = frameHeight(frame);
  const inset = band * 0.66;
  const text = (x: number, y: number, name: string): string => `<text x="${x}" y="${y}">${name}</text>`;
  let labels = "";
  for (let column = 0; column < columns; column += 1) {
    const { x } = center(column, frame);
    labels += text(x, inset, columnName(column)) + text(x, height - inset, columnName(column));
  }
  for (let row = 0; row < rows; row += 1) {
    const { y } = center(row * columns, frame);
    labels += text(inset, y, String(row + 1)) + text(width - inset, y, String(row + 1));
  }
  // Letters of 9 to 14 pixels whatever the cell.
  const letters = (Math.max(8.5, Math.min(14, size * 0.3)) / size) * CELL;
  return `<g class="names" font-size="${letters}">${labels}</g>`;
}

/** A whole board to look at, without names: what the start page shows before any script runs. */
export function picture(columns: number, cells: string, board: string, illegal: readonly number[] = [], last = -1): string {
  const frame: Frame = { columns, rows: cells.length / columns, band: 0 };
  const narrows = cells.includes("w");
  let points = "";
  for (let point = 0; point < cells.length; point += 1) {
    const marks = { illegal: illegal.includes(point), last: point === last };
    if (cells[point] === "." && !marks.illegal) continue;
    const { x, y } = center(point, frame);
    const inner = cell(cells[point]!, marks, "black", narrows, board);
    points += `<g transform="translate(${x} ${y})">${inner}</g>`;
  }
  const box = `0 0 ${frameWidth(frame)} ${frameHeight(frame)}`;
  return `<svg class="board-svg picture" viewBox="${box}" aria-hidden="true">${furniture(frame, 60, board)}${points}</svg>`;
}
