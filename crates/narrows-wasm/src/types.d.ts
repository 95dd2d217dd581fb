/** Which of the two games. */
export type Kind = "black-narrows" | "narrows";

/** A player, named by who made the first move. */
export type PlayerName = "first" | "second";

/** A color of Narrows. */
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
  /** The color that won (Narrows). */
  readonly winnerColor: Color | null;
  /** The color that made the last move (Narrows). */
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
  /** The color to move (Narrows). */
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
  /** The expected result for the player to move, 0 (lost) to 1 (won), as far as the level looked. */
  readonly expected: number;
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
  /** The expected result for the player to move, 0 (lost) to 1 (won), at level 6. */
  readonly expected: number;
  /** Random games so far, at level 6. */
  readonly playouts: number;
}

/** Who makes the moves of a player: a person, or a level. */
export type Seat = "human" | 1 | 2 | 3 | 4 | 5 | 6;

/** What may be said about a new `BoardSession`. */
export interface BoardOptions {
  /** Whether the exchange is offered after Black's first move (Narrows; true unless given). */
  readonly pie?: boolean;
  /** Who moves first; a person unless given, or whom the record names. */
  readonly first?: Seat;
  /** Who moves second; a person unless given, or whom the record names. */
  readonly second?: Seat;
  /** Whether a move waits for Confirm (true unless given). */
  readonly confirm?: boolean;
  /** Whether illegal points are marked (true unless given). */
  readonly marking?: boolean;
  /** What `makers()` returned when the game was saved. */
  readonly makers?: string;
}

/** What the page has to do after an input, in the order of the list. */
export type BoardEffect =
  /** Let a level think about `record()`, then call `answer` or `failed` with the ticket. */
  | { readonly type: "ask-level"; readonly ticket: number; readonly level: number; readonly purpose: "move" | "hint" }
  /** End that search: nobody waits for its answer. */
  | { readonly type: "cancel"; readonly ticket: number }
  /** Ask “Discard this game?”, then call `discard` or `keepPlaying`. */
  | { readonly type: "ask-discard" }
  /** Another game has begun; `displaced` is the record of the one before, if it had moves. */
  | { readonly type: "started"; readonly displaced: string | null }
  /** A move was made: animate it. */
  | { readonly type: "moved"; readonly move: MoveInfo }
  /** Say this aloud. */
  | { readonly type: "say"; readonly text: string }
  /** Bring the saved copy up to date. */
  | { readonly type: "save" };

/** What is shown of a player. */
export interface PlayerInfo {
  /** `Black` or `White`, `First` or `Second`. */
  readonly title: string;
  /** The color the player has now (Narrows). */
  readonly color: Color | null;
  readonly seat: Seat;
  /** Whether it is the player's turn in the position on the screen. */
  readonly toMove: boolean;
  /** Whether the player has won there. */
  readonly won: boolean;
  /** What the level here makes of the game: `proven win`, `searching, 54 %`. */
  readonly verdict: string | null;
}

/** Everything there is to draw of a game at the board. Points are numbered as in `MoveInfo`. */
export interface BoardView {
  readonly kind: Kind;
  readonly columns: number;
  readonly rows: number;
  /** How many moves were made before the position on the screen. */
  readonly ply: number;
  /** How many moves the whole game has. */
  readonly plies: number;
  /** The position on the screen as one line of text. */
  readonly position: string;
  /** One character for each point, a1 first: `.` empty, `x` a stone of Black Narrows, `b` or `w`. */
  readonly cells: string;
  readonly stones: number;
  readonly toMove: PlayerName;
  readonly colorToMove: Color | null;
  /** The player who has Black in the position on the screen (Narrows). */
  readonly blackPlayer: PlayerName | null;
  /** The red dots: where a placement is illegal, or would be after the one that waits; none with marking off. */
  readonly illegal: readonly number[];
  /** The green dots: the stones that the chosen stone can capture. */
  readonly targets: readonly number[];
  /** The points that answer to a tap. */
  readonly active: readonly number[];
  /** The move that led here, if any. */
  readonly last: MoveInfo | null;
  /** The point of the stone that was placed or moved last: the white ring, or the yellow dot. */
  readonly lastPoint: number | null;
  /** The move that waits for Confirm. */
  readonly waiting: MoveInfo | null;
  /** The stone chosen to move (Narrows). */
  readonly chosen: number | null;
  /** The move that level 6 would make, once asked for. */
  readonly hint: MoveInfo | null;
  /** The result, once the game is over in the position on the screen; `linking` has the blue dots. */
  readonly outcome: OutcomeInfo | null;
  /** The line above the board. */
  readonly counts: string;
  /** What goes on: `headline` says who won (empty until then), `text` is sentences. */
  readonly status: {
    readonly headline: string;
    readonly text: string;
    readonly tone: "plain" | "thinking" | "refused" | "trouble" | "looking-back" | "won" | "lost" | "over";
  };
  readonly players: { readonly first: PlayerInfo; readonly second: PlayerInfo };
  /** Which controls do something now. */
  readonly buttons: {
    readonly confirm: boolean;
    readonly undo: boolean;
    readonly hint: boolean;
    readonly stop: boolean;
    readonly goOn: boolean;
    readonly exchange: boolean;
    readonly back: boolean;
    readonly forward: boolean;
  };
  /** Whether the position on the screen is the one that is played from. */
  readonly atEnd: boolean;
  /** Whether the game itself is over. */
  readonly over: boolean;
  /** What a level is thinking about. */
  readonly thinking: "move" | "hint" | null;
  /** Whether a level whose turn it is was told to stop. */
  readonly stopped: boolean;
  /** Whether a move waits for Confirm before it is made. */
  readonly confirm: boolean;
  /** Whether illegal points are marked. */
  readonly marking: boolean;
}

/** What a level thinks while it searches; a `Progress` is one. */
export interface ThoughtInfo {
  readonly best: string | null;
  readonly value?: Value;
  /** The expected result for the player to move, 0 (lost) to 1 (won). */
  readonly expected?: number;
}

/** What a level chose; a `ChoiceInfo` is one. */
export interface AnswerInfo {
  readonly move: string;
  readonly value?: Value;
  /** The expected result for the player to move, 0 (lost) to 1 (won). */
  readonly expected?: number;
}
