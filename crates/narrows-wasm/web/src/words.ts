/** What is said about a game: which sentence, about whom. The sentences themselves are in `strings/`. */
import type { BoardView, Color, Kind, MoveInfo, PlayerName, Value } from "narrows-wasm";
import { pointName } from "./geometry";
import type { Session } from "./session";
import type { Seat } from "./settings";
import { t } from "./strings";
import type { Who } from "./strings/en";

/** What is asked of a view here; the first screen of a game makes one up. */
export type Told = Pick<BoardView, "kind" | "columns" | "ply" | "plies" | "cells" | "stones" | "toMove" | "outcome" | "last"> & {
  readonly players: Readonly<Record<PlayerName, { readonly seat: Seat; readonly color: Color | null }>>;
};

export const titleOf = (kind: Kind): string => t.titles[kind];
export const seatName = (seat: Seat): string => (seat === "human" ? t.human : t.levels[seat - 1]!);

/** How a player is called: by level, as "You" against a computer, else by color or order. */
export function playerName(player: PlayerName, { players }: Told): Who {
  const { seat, color } = players[player];
  const other = players[player === "first" ? "second" : "first"].seat;
  if (seat !== "human") return { type: "level", level: seat, color, player, twin: other === seat };
  if (other !== "human") return { type: "you" };
  return color ? { type: "color", color } : { type: "order", player };
}

/** The line above the board; `legal` is the number of legal moves. */
export function countLine(view: Told, legal: number): string {
  if (view.kind === "black-narrows") return t.say.counts(view.stones, legal);
  const black = view.cells.split("b").length - 1;
  return t.say.countsNarrows(black, view.stones - black, view.ply);
}

/** What a player just did: `Level 3 placed c4.` */
export function moveSentence(who: Who, move: MoveInfo): string {
  if (move.move === "swap") return t.say.tookOver(who);
  return move.from === null ? t.say.placed(who, move.move) : t.say.captured(who, move.move);
}

/** Who won, and why: `title` short, `detail` the reason. */
export function resultWords(view: Told): { title: string; detail: string; won: boolean | null } {
  const { outcome, players } = view;
  if (!outcome) return { title: "", detail: "", won: null };
  const human = players[outcome.winner].seat === "human";
  const otherHuman = players[outcome.winner === "first" ? "second" : "first"].seat === "human";
  const won = human === otherHuman ? null : human;
  const title = t.say.wins(playerName(outcome.winner, view), won === false);
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
export function turnSentence({ view, legal }: Session): string {
  if (view.waiting) return t.say.pending[view.kind](view.waiting.move);
  if (view.chosen !== null) {
    const captures = legal.filter((move) => move.from === view.chosen).length;
    return t.say.captures(pointName(view.chosen, view.columns), captures);
  }
  return view.plies === 0 ? firstTurn(view) : `${turnOf(view)}.`;
}

const turnOf = (view: Told): string => t.say.turn(playerName(view.toMove, view), view.players[view.toMove].color);

/** Whose turn it is before the first move, and how one makes it. */
export const firstTurn = (view: Told): string => `${turnOf(view)}: ${t.say.firstTap[view.kind]}.`;

/** What a screen knows beside its session: the last move in words, trouble, a better move than the one shown, the analysis. */
export interface Happening {
  readonly news: string;
  readonly trouble: string;
  readonly better: string | null;
  readonly analysis: string | null;
}

/** What goes on, in a sentence or two; of a finished game why it is over. */
export function statusSentence(session: Session, { news, trouble, better, analysis }: Happening): string {
  const { view } = session;
  if (trouble) return trouble;
  if (!view.atEnd) {
    const shown = view.last ? t.say.lookingAt(view.last.move) : t.say.lookingAtStart;
    return better ? `${shown} ${t.moves.better(better)}` : shown;
  }
  if (view.outcome) return resultWords(view).detail;
  if (view.thinking === "hint") return `${t.say.lookingForHint}…`;
  if (view.thinking) return `${t.say.thinking(playerName(view.toMove, view))}…`;
  if (view.stopped) return t.say.stoppedLong;
  if (view.buttons.exchange) return `${news} ${t.say.exchange}`.trim();
  const turn = turnSentence(session);
  if (session.busy) return turn;
  return analysis ? `${turn} ${analysis}` : `${news} ${turn}`.trim();
}

/** What a link to a game says: which game, how far it is, whose turn it is or who won. For two people. */
export function linkSentence(view: Told): string {
  const state = view.outcome ? resultWords(view).title : t.say.turn(playerName(view.toMove, view), view.players[view.toMove].color);
  return t.share.sentence(t.titles[view.kind], view.plies, state);
}

/** The labels of all points, as they name themselves to a screen reader. */
export function pointLabels(view: BoardView, verdicts: ReadonlyMap<number, Value>): (point: number) => string {
  const STONES = { x: "stone", b: "black", w: "white" } as const;
  const illegal = new Set(view.illegal);
  const targets = new Set(view.targets);
  const linking = new Set(view.outcome?.linking);
  return (point) => {
    const verdict = verdicts.get(point);
    return t.say.point({
      name: pointName(point, view.columns),
      stone: view.waiting?.to === point ? "waiting" : (STONES[view.cells[point] as "x"] ?? "empty"),
      last: view.lastPoint === point ? (view.kind === "narrows" ? "moved" : "placed") : null,
      illegal: illegal.has(point),
      chosen: view.chosen === point,
      target: targets.has(point),
      links: linking.has(point),
      hint: view.hint?.to === point || view.hint?.from === point,
      verdict: verdict === "win" || verdict === "loss" ? verdict : null,
    });
  };
}
