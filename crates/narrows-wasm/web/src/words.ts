/** What is said about a game: which sentence, about whom. The sentences themselves are in `strings/`. */
import type { Color, Kind, MoveInfo, PlayerName, Value, View } from "narrows-wasm";
import { pointName } from "./geometry";
import type { Session } from "./session";
import type { Seat, Seats } from "./settings";
import { t } from "./strings";
import type { Who } from "./strings/en";

export const titleOf = (kind: Kind): string => t.titles[kind];
export const seatName = (seat: Seat): string => (seat === "human" ? t.human : t.levels[seat - 1]!);

/** The color a player has in a position of Narrows. */
export function colorOf(player: PlayerName, view: View): Color | null {
  if (!view.blackPlayer) return null;
  return view.blackPlayer === player ? "black" : "white";
}

/** How a player is called: by level, as "You" against a computer, else by color or order. */
export function playerName(player: PlayerName, seats: Seats, view: View): Who {
  const seat = seats[player];
  const other = seats[player === "first" ? "second" : "first"];
  const color = colorOf(player, view);
  if (seat !== "human") return { type: "level", level: seat, color, player, twin: other === seat };
  if (other !== "human") return { type: "you" };
  return color ? { type: "color", color } : { type: "order", player };
}

/** The line above the board. */
export function countLine(view: View): string {
  if (view.kind === "black-narrows") return t.say.counts(view.stones, view.legal.length);
  const black = view.cells.split("b").length - 1;
  return t.say.countsNarrows(black, view.stones - black, view.ply);
}

/** What a player just did: `Level 3 placed c4.` */
export function moveSentence(who: Who, move: MoveInfo): string {
  if (move.move === "swap") return t.say.tookOver(who);
  return move.from === null ? t.say.placed(who, move.move) : t.say.captured(who, move.move);
}

/** Who won, and why: `title` short, `detail` the reason. */
export function resultWords(view: View, seats: Seats): { title: string; detail: string; won: boolean | null } {
  const outcome = view.outcome;
  if (!outcome) return { title: "", detail: "", won: null };
  const human = seats[outcome.winner] === "human";
  const otherHuman = seats[outcome.winner === "first" ? "second" : "first"] === "human";
  const won = human === otherHuman ? null : human;
  const title = t.say.wins(playerName(outcome.winner, seats, view), won === false);
  if (view.kind === "black-narrows") return { title, detail: t.say.noPlacement(view.stones), won };
  const winner = outcome.winnerColor ?? "black";
  const mover = outcome.moverColor ?? "black";
  const move = view.last?.move ?? "";
  const both = outcome.blackLinked && outcome.whiteLinked;
  const detail = both
    ? t.say.linkedBoth(mover, move)
    : winner === mover
      ? t.say.linkedOwn(winner, move)
      : t.say.linkedOther(winner, mover, move);
  return { title, detail, won };
}

/** Whose turn it is and what to do. */
export function turnSentence(session: Session): string {
  const view = session.live;
  if (session.pending) return t.say.pending[view.kind](session.pending.move);
  if (session.selected !== null) {
    return t.say.captures(pointName(session.selected, view.columns), session.choices.length);
  }
  if (view.plies === 0) return firstTurn(view, session.seats);
  return `${turnOf(view, session.seats)}.`;
}

const turnOf = (view: View, seats: Seats): string =>
  t.say.turn(playerName(view.toMove, seats, view), colorOf(view.toMove, view));

/** Whose turn it is before the first move, and how one makes it. */
export const firstTurn = (view: View, seats: Seats): string => `${turnOf(view, seats)}: ${t.say.firstTap[view.kind]}.`;

/** A point as it names itself to a screen reader. */
export function pointLabel(
  point: number,
  view: View,
  marks: {
    readonly illegal: ReadonlySet<number>;
    readonly targets: ReadonlySet<number>;
    readonly pending: MoveInfo | null;
    readonly selected: number | null;
    readonly hint: MoveInfo | null;
    readonly verdict: Value | undefined;
  },
): string {
  const STONES = { x: "stone", b: "black", w: "white" } as const;
  const { verdict } = marks;
  return t.say.point({
    name: pointName(point, view.columns),
    stone: marks.pending?.to === point ? "waiting" : (STONES[view.cells[point] as "x"] ?? "empty"),
    last: view.lastPoint === point ? (view.kind === "narrows" ? "moved" : "placed") : null,
    illegal: marks.illegal.has(point),
    chosen: marks.selected === point,
    target: marks.targets.has(point),
    links: view.outcome?.linking.includes(point) ?? false,
    hint: marks.hint?.to === point || marks.hint?.from === point,
    verdict: verdict === "win" || verdict === "loss" ? verdict : null,
  });
}
