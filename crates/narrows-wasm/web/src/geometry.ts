/** Where points are on the drawing. One cell is 100 units; row 0 is drawn at the bottom. */

/** Names a point as players do: column letter, row number. */
export function pointName(point: number, columns: number): string {
  return columnName(point % columns) + String(Math.floor(point / columns) + 1);
}

export const columnName = (column: number): string => String.fromCharCode(97 + column);

/** Units of one cell. */
export const CELL = 100;
/** A point narrower than this on the screen, in CSS pixels, is aimed at through the magnifier. */
export const COMFORTABLE = 44;

export interface Frame {
  readonly columns: number;
  readonly rows: number;
  /** Width of the band for letters and numbers, in units. */
  readonly band: number;
  /** Seen from the other side of the table. */
  readonly flipped?: boolean;
}

export const frameWidth = (frame: Frame): number => frame.columns * CELL + 2 * frame.band;
export const frameHeight = (frame: Frame): number => frame.rows * CELL + 2 * frame.band;

/** The middle of a point. */
export function center(point: number, frame: Frame): { x: number; y: number } {
  // A board that is turned around has its points in the opposite order.
  const place = frame.flipped ? frame.columns * frame.rows - 1 - point : point;
  const column = place % frame.columns;
  const row = Math.floor(place / frame.columns);
  return {
    x: frame.band + (column + 0.5) * CELL,
    y: frame.band + (frame.rows - row - 0.5) * CELL,
  };
}

/**
 * How far from a point a tap still counts for it: `"near"` leaves room between the points, `"half"` is half
 * a cell, `"always"` takes the nearest point.
 */
export type Reach = keyof typeof REACH;
const REACH = { near: 45, half: CELL / 2, always: CELL } as const;

/** The point at a place on the drawing, `"between"` points, or `"off"` the board. */
export function locate(x: number, y: number, frame: Frame, reach: Reach): number | "between" | "off" {
  const column = Math.floor((x - frame.band) / CELL);
  const fromTop = Math.floor((y - frame.band) / CELL);
  if (column < 0 || fromTop < 0 || column >= frame.columns || fromTop >= frame.rows) {
    const outside = x < 0 || y < 0 || x > frameWidth(frame) || y > frameHeight(frame);
    return outside ? "off" : "between";
  }
  const place = (frame.rows - 1 - fromTop) * frame.columns + column;
  const point = frame.flipped ? frame.columns * frame.rows - 1 - place : place;
  const middle = center(point, frame);
  return Math.hypot(x - middle.x, y - middle.y) <= REACH[reach] ? point : "between";
}

/** The point that a key goes to from another, as it is seen: a board that is turned around has its left at the right. */
export function walk(from: number, { key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean }, { columns, rows, flipped }: Frame): number | null {
  const seen = (point: number): number => (flipped ? columns * rows - 1 - point : point);
  const column = seen(from) % columns;
  const row = Math.floor(seen(from) / columns);
  const steps: Readonly<Record<string, readonly [column: number, row: number]>> = {
    ArrowLeft: [column - 1, row],
    ArrowRight: [column + 1, row],
    ArrowUp: [column, row + 1],
    ArrowDown: [column, row - 1],
    Home: [0, ctrlKey ? rows - 1 : row],
    End: [columns - 1, ctrlKey ? 0 : row],
    PageUp: [column, rows - 1],
    PageDown: [column, 0],
  };
  if (!Object.hasOwn(steps, key)) return null;
  const [toColumn, toRow] = steps[key]!;
  const within = (value: number, most: number): number => Math.max(0, Math.min(most - 1, value));
  return seen(within(toRow, rows) * columns + within(toColumn, columns));
}

/** The largest cell, in CSS pixels, with which a board fits into `width` by `height`. */
export function fit(
  columns: number,
  rows: number,
  width: number,
  height: number,
  named: boolean,
): { cell: number; band: number } {
  const most = 150;
  let band = named ? 12 : 0;
  let cell = 1;
  // The band follows the cell and the cell what the band leaves: twice is close enough.
  for (let round = 0; round < 3; round += 1) {
    cell = Math.min((width - 2 * band) / columns, (height - 2 * band) / rows, most);
    band = named ? Math.max(12, Math.min(22, cell * 0.24)) : 0;
  }
  return { cell: Math.max(cell, 4), band };
}

/** Outline of the water over a set of points: thick lines along its channels, filled where it is wide. */
export function waterPath(points: readonly number[], frame: Frame): string {
  const set = new Set(points);
  let lines = "";
  let pools = "";
  for (const point of points) {
    const { x, y } = center(point, frame);
    const cell = frame.flipped ? -CELL : CELL;
    const east = (point + 1) % frame.columns !== 0 && set.has(point + 1);
    const north = set.has(point + frame.columns);
    lines += `M${x} ${y}h0`;
    if (east) lines += `M${x} ${y}h${cell}`;
    if (north) lines += `M${x} ${y}v${-cell}`;
    if (east && north && set.has(point + frame.columns + 1)) {
      pools += `M${x} ${y}h${cell}v${-cell}h${-cell}z`;
    }
  }
  return lines + pools;
}
