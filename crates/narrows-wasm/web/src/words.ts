/** Every sentence the page says about a game, in one place, so that screen and speech agree. */
import type { Color, Kind, MoveInfo, PlayerName, View } from "narrows-wasm";
import { pointName } from "./geometry";
import type { Session } from "./session";
import type { Seat, Seats } from "./settings";

export const TITLES: Readonly<Record<Kind, string>> = {
  "black-narrows": "Black Narrows",
  narrows: "Narrows",
};

export const LEVELS: readonly string[] = [
  "Level 1, at random",
  "Level 2, gentle",
  "Level 3, casual",
  "Level 4, keen",
  "Level 5, strong",
  "Level 6, Unbeatable",
];

export const seatName = (seat: Seat): string => (seat === "human" ? "Human" : LEVELS[seat - 1]!);
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** The colour a player has in a position of Narrows. */
export function colorOf(player: PlayerName, view: View): Color | null {
  if (!view.blackPlayer) return null;
  return view.blackPlayer === player ? "black" : "white";
}

/** How a player is called: by level, as "You" against a computer, else by colour or order. */
export function playerName(player: PlayerName, seats: Seats, view: View): string {
  const seat = seats[player];
  const other = seats[player === "first" ? "second" : "first"];
  const color = colorOf(player, view);
  if (seat !== "human") {
    // Two equal levels need telling apart.
    if (other !== seat) return `Level ${seat}`;
    return `Level ${seat} (${color ? capital(color) : player})`;
  }
  if (other !== "human") return "You";
  return color ? capital(color) : `The ${player} player`;
}

/** The line above the board. */
export function countLine(view: View): string {
  const stones = count(view.stones, "stone", "stones");
  if (view.kind === "black-narrows") {
    return `${stones} · ${count(view.legal.length, "legal placement", "legal placements")} left`;
  }
  const black = view.cells.split("b").length - 1;
  return `${black} black · ${view.stones - black} white · ${count(view.ply, "move", "moves")} made`;
}

/** What a player just did: `Level 3 placed c4.` */
export function moveSentence(who: string, move: MoveInfo): string {
  if (move.move === "swap") return `${who} took over Black.`;
  if (move.from === null) return `${who} placed ${move.move}.`;
  return `${who} captured ${move.move.replace("x", " x ")}.`;
}

/** Who won, and why: `title` short, `detail` the reason. */
export function resultWords(view: View, seats: Seats): { title: string; detail: string; won: boolean | null } {
  const outcome = view.outcome;
  if (!outcome) return { title: "", detail: "", won: null };
  const name = playerName(outcome.winner, seats, view);
  const human = seats[outcome.winner] === "human";
  const otherHuman = seats[outcome.winner === "first" ? "second" : "first"] === "human";
  const won = human === otherHuman ? null : human;
  const title = name === "You" ? "You win" : won === false ? `You lose to ${name}` : `${name} wins`;
  if (view.kind === "black-narrows") {
    const stones = count(view.stones, "stone stands", "stones stand");
    return { title, detail: `${stones} and no placement is left.`, won };
  }
  const winner = capital(outcome.winnerColor ?? "black");
  const mover = capital(outcome.moverColor ?? "black");
  const move = view.last ? ` ${view.last.move}` : "";
  const both = outcome.blackLinked && outcome.whiteLinked;
  const detail = both
    ? `Both colors linked on ${mover}’s move${move}, and the mover wins.`
    : winner === mover
      ? `${winner} linked all of its groups on its own move${move}.`
      : `${winner}’s groups all linked on ${mover}’s move${move}.`;
  return { title, detail, won };
}

/** Whose turn it is and what to do. */
export function turnSentence(session: Session): string {
  const view = session.live;
  const name = playerName(view.toMove, session.seats, view);
  const color = colorOf(view.toMove, view);
  const turn = name === "You" ? (color ? `Your turn with ${capital(color)}` : "Your turn") : `${name} to move`;
  if (session.pending) {
    return color
      ? `${session.pending.move.replace("x", " x ")}: tap Confirm, or the target again.`
      : `${session.pending.move}: tap Confirm, or the stone again.`;
  }
  if (color && session.selected !== null) {
    const captures = session.choices.length;
    const from = pointName(session.selected, view.columns);
    return captures ? `${from} can capture ${count(captures, "stone", "stones")}.` : `${from} has no capture.`;
  }
  if (view.plies === 0) return color ? `${turn}: tap one of your stones.` : `${turn}: tap any point.`;
  return `${turn}.`;
}

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
    readonly verdict: string | undefined;
  },
): string {
  const parts = [pointName(point, view.columns)];
  const stone = view.cells[point];
  if (marks.pending?.to === point) parts.push("waits for Confirm");
  else if (stone === "x") parts.push("stone");
  else if (stone === "b") parts.push("black stone");
  else if (stone === "w") parts.push("white stone");
  else parts.push("empty");
  if (view.lastPoint === point) parts.push(view.kind === "narrows" ? "moved last" : "placed last");
  if (marks.illegal.has(point)) parts.push("illegal here");
  if (marks.selected === point) parts.push("chosen");
  if (marks.targets.has(point)) parts.push("can be captured");
  if (view.outcome?.linking.includes(point)) parts.push("links the winner");
  if (marks.hint?.to === point || marks.hint?.from === point) parts.push("hint");
  if (marks.verdict === "win") parts.push("wins");
  if (marks.verdict === "loss") parts.push("loses");
  return parts.join(", ");
}
