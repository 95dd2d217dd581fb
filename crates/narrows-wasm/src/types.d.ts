/** Which of the two games. */
export type Kind = "black-narrows" | "narrows";

/** A player, named by who made the first move. */
export type PlayerName = "first" | "second";

/** A colour of Narrows. */
export type Color = "black" | "white";

/** What is known of a position for the player to move. */
export type Value = "win" | "loss" | "unknown";

/**
 * A move. Points are numbered row by row from the bottom left: a1 is 0, b1 is 1,
 * and the point above a1 is `columns`.
 */
export interface MoveInfo {
  /** The move as text: `c3`, `a2xb2` or `swap`. */
  readonly move: string;
  /** The point the stone leaves, for a capture of Narrows. */
  readonly from: number | null;
  /** The point the stone lands on; `null` for `swap`. */
  readonly to: number | null;
}

/** How a finished game ended. */
export interface OutcomeInfo {
  /** The player who won. */
  readonly winner: PlayerName;
  /** The colour that won (Narrows). */
  readonly winnerColor: Color | null;
  /** The colour that made the last move (Narrows). */
  readonly moverColor: Color | null;
  /** Whether Black's groups are all linked (Narrows). */
  readonly blackLinked: boolean;
  /** Whether White's groups are all linked (Narrows). */
  readonly whiteLinked: boolean;
  /** The points of the empty regions that link the winner's groups (Narrows). */
  readonly linking: readonly number[];
}

/** Everything there is to draw about a position of a game. */
export interface View {
  readonly kind: Kind;
  /** Number of columns, 1 to 26. */
  readonly columns: number;
  /** Number of rows, 1 to 26. */
  readonly rows: number;
  /** How many moves were made before this position. */
  readonly ply: number;
  /** How many moves the whole game has. */
  readonly plies: number;
  /** The position as one line of text. */
  readonly position: string;
  /** One character for each point, a1 first: `.` empty, `x` a stone of Black Narrows, `b` or `w`. */
  readonly cells: string;
  /** The player to move, also when the game is over. */
  readonly toMove: PlayerName;
  /** The colour to move (Narrows). */
  readonly colorToMove: Color | null;
  /** The player who has Black now (Narrows; the exchange changes it). */
  readonly blackPlayer: PlayerName | null;
  /** Number of stones on the board. */
  readonly stones: number;
  /** The legal moves in ascending order; empty exactly when the game is over. */
  readonly legal: readonly MoveInfo[];
  /** The unoccupied points where a placement is illegal (Black Narrows). */
  readonly illegal: readonly number[];
  /** Whether `swap` may be played now (Narrows). */
  readonly exchangeOffered: boolean;
  /** The move that led here, if any. */
  readonly last: MoveInfo | null;
  /** The point of the stone that was placed or moved last. */
  readonly lastPoint: number | null;
  /** The result, once the game is over. */
  readonly outcome: OutcomeInfo | null;
}

/** What a level chose. */
export interface ChoiceInfo {
  /** The move as text. */
  readonly move: string;
  /** Whether the position was solved exactly. */
  readonly solved: boolean;
  /** What the search knows for the player to move. */
  readonly value: Value;
  /** Random games played. */
  readonly playouts: number;
  /** Positions visited by the exact search. */
  readonly nodes: number;
  /** The moves it expects, its own first. */
  readonly principalVariation: readonly string[];
}

/** What the exact solver found. */
export interface SolutionInfo {
  /** The value for the player to move. */
  readonly value: Value;
  /** The moves proven best. */
  readonly best: readonly string[];
  /** Every legal move and its value for the player who makes it. */
  readonly moves: readonly { readonly move: string; readonly value: Value }[];
  /** Positions visited. */
  readonly nodes: number;
}

/** How a search is going; passed to the progress callback a few times a second. */
export interface Progress {
  /** Milliseconds since the search began. */
  readonly elapsed: number;
  /** The whole time it may take, in milliseconds. */
  readonly budget: number;
  /** The move that looks best so far, at level 6. */
  readonly best: string | null;
  /** Random games so far, at level 6. */
  readonly playouts: number;
}
