/** Every word a person can read or hear, in English. A translation is one more file of this shape. */
import type { Color, Kind, PlayerName } from "narrows-wasm";

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
const COLOR: Readonly<Record<Color, string>> = { black: "Black", white: "White" };

/** How a player is called in a sentence. */
export type Who =
  | { readonly type: "you" }
  | { readonly type: "color"; readonly color: Color }
  | { readonly type: "order"; readonly player: PlayerName }
  | { readonly type: "level"; readonly level: number; readonly color: Color | null; readonly player: PlayerName; readonly twin: boolean };

/** In which way a mark is part of a point's label. */
export interface PointMarks {
  readonly name: string;
  readonly stone: "black" | "white" | "stone" | "empty" | "waiting";
  readonly last: "placed" | "moved" | null;
  readonly illegal: boolean;
  readonly chosen: boolean;
  readonly target: boolean;
  readonly links: boolean;
  readonly hint: boolean;
  readonly verdict: "win" | "loss" | null;
}

function who(player: Who): string {
  switch (player.type) {
    case "you":
      return "You";
    case "color":
      return COLOR[player.color];
    case "order":
      return `The ${player.player} player`;
    case "level":
      // Two equal levels need telling apart.
      return player.twin
        ? `Level ${player.level} (${player.color ? COLOR[player.color] : player.player})`
        : `Level ${player.level}`;
  }
}

type Pair = readonly [name: string, meaning: string];
const pair = (name: string, meaning: string): Pair => [name, meaning];
const spaced = (move: string): string => move.replace("x", " x ");

export const en = {
  /** The language's own name, for the menu. */
  language: "English",
  titles: { "black-narrows": "Black Narrows", narrows: "Narrows" } satisfies Record<Kind, string>,
  both: "Narrows and Black Narrows",
  about: "Black Narrows and Narrows, two board games by Mark Steere, against the computer or another person.",
  by: "A game by Mark Steere",
  bothBy: "Games by Mark Steere",
  color: COLOR,
  human: "Human",
  level: (level: number): string => `Level ${level}`,
  levels: ["Level 1, random", "Level 2, gentle", "Level 3, casual", "Level 4, keen", "Level 5, strong", "Level 6, Unbeatable"],
  close: "Close",
  tryAgain: "Try again",

  /** When the page cannot start: what to do. */
  boot: {
    noScript: "Both games run in your browser and need JavaScript: turn it on for this page.",
    noWebAssembly:
      "Both games need WebAssembly, which this browser blocks: allow it for this page (Lockdown Mode turns it off) or use another browser.",
    file: "This page cannot run from a file: open it from a web server, for example with `cargo xtask serve`.",
    old: "This browser is too old for this page: update it, or use a current Firefox, Chrome, Edge or Safari.",
    notLoaded: "A part of the page could not be loaded: check the connection and try again.",
    loading: "Loading…",
  },

  start: {
    heading: "Two games of open water",
    by: "by Mark Steere",
    words: {
      "black-narrows": "Place stones. Keep them all in touch. The last to place wins.",
      narrows: "Capture to open the water. Link all of your islands to win.",
    } satisfies Record<Kind, string>,
    play: "Play",
    more: "More",
    puzzles: "Puzzles",
    rules: { "black-narrows": "Rules of Black Narrows", narrows: "Rules of Narrows" } satisfies Record<Kind, string>,
    designed: "Mark Steere designed both games.",
  },

  page: {
    failed: "The page could not start",
    shared: (sentence: string): string => `A shared game: ${sentence}`,
    backToOwn: "Back to my game",
    badLink: (reason: string): string => `The link could not be opened: ${reason}.`,
    linkDamaged: "this share link is damaged or cut short",
    newVersion: "A new version is ready.",
    update: "Update",
  },

  play: {
    allGames: "All games",
    menu: "Menu",
    game: "Game",
    controls: "Controls",
    stepping: "Step through the game",
    first: "First position",
    back: "Step back",
    forward: "Step forward",
    last: "Latest position",
    confirm: "Confirm",
    undo: "Undo",
    hint: "Hint",
    stop: "Stop",
    goOn: "Go on",
    newGame: "New game",
    exchange: "Exchange colors",
    takeOver: "Take over Black",
    stayWhite: "Stay White",
    noMoves: "no moves yet",
    ply: (ply: number, plies: number): string => `move ${ply} of ${plies}`,
    firstPlayer: "First",
    secondPlayer: "Second",
    won: "won",
    toMove: "to move",
    board: (title: string, columns: number, rows: number): string => `${title} board, ${columns} by ${rows}`,
  },

  say: {
    who,
    turn: (player: Who, color: Color | null): string => {
      if (player.type === "you") return color ? `Your turn with ${COLOR[color]}` : "Your turn";
      return `${who(player)} to move`;
    },
    firstTap: { "black-narrows": "tap any point", narrows: "tap one of your stones" } satisfies Record<Kind, string>,
    pending: {
      "black-narrows": (move: string): string => `${move}: tap Confirm, or the stone again.`,
      narrows: (move: string): string => `${spaced(move)}: tap Confirm, or the target again.`,
    } satisfies Record<Kind, (move: string) => string>,
    captures: (from: string, captures: number): string =>
      captures ? `${from} can capture ${count(captures, "stone", "stones")}.` : `${from} has no capture.`,
    counts: (stones: number, left: number): string =>
      `${count(stones, "stone", "stones")} · ${count(left, "legal placement", "legal placements")} left`,
    countsNarrows: (black: number, white: number, moves: number): string =>
      `${black} black · ${white} white · ${count(moves, "move", "moves")} made`,
    tookOver: (player: Who): string => `${who(player)} took over Black.`,
    placed: (player: Who, move: string): string => `${who(player)} placed ${move}.`,
    captured: (player: Who, move: string): string => `${who(player)} captured ${spaced(move)}.`,
    wins: (player: Who, lost: boolean): string => {
      if (player.type === "you") return "You win";
      return lost ? `You lose to ${who(player)}` : `${who(player)} wins`;
    },
    noPlacement: (stones: number): string => `${count(stones, "stone", "stones")} on the board and no placement left.`,
    linkedBoth: (mover: Color, move: string): string =>
      `Both colors linked on ${COLOR[mover]}’s move ${spaced(move)}, and the mover wins.`,
    linkedOwn: (winner: Color, move: string): string =>
      `${COLOR[winner]} linked all of its groups on its own move ${spaced(move)}.`,
    linkedOther: (winner: Color, mover: Color, move: string): string =>
      `${COLOR[winner]}’s groups were all linked on ${COLOR[mover]}’s move ${spaced(move)}.`,
    takenBack: (move: string): string => `${move} taken back.`,
    cancelled: "Cancelled.",
    illegalHere: "A placement here is illegal.",
    stoneHere: "There is a stone here.",
    newGame: "New game.",
    lookingBack: "You are looking back. Step forward to play on.",
    lookingAt: (move: string): string => `Looking back: ${spaced(move)}.`,
    lookingAtStart: "Looking back: the start.",
    moveShown: (ply: number, move: string): string => `Move ${ply}: ${move}.`,
    startShown: "Start of the game.",
    undone: "Your last move is taken back.",
    stayed: "You stay White.",
    stopped: "Stopped.",
    stoppedLong: "Stopped. Go on lets the computer move.",
    exchange: "Exchange colors?",
    lookingForHint: "Looking for a hint",
    thinking: (player: Who): string => `${who(player)} is thinking`,
    hint: (move: string): string => `Hint: ${spaced(move)}.`,
    hintSwap: "Hint: take over Black.",
    hintWins: "It wins.",
    hintLoses: "Every move loses against best play.",
    noHint: (reason: string): string => `No hint: ${reason}.`,
    noMove: (reason: string): string => `The computer could not move: ${reason}.`,
    engineFailed: "The engine failed. The game is as it was before your last move.",
    marking: (on: boolean): string => (on ? "Marking on." : "Marking off."),
    analysis: (on: boolean): string => (on ? "Analysis on." : "Analysis off."),
    point: (marks: PointMarks): string => {
      const parts = [
        marks.name,
        {
          waiting: "waits for Confirm",
          stone: "stone",
          black: "black stone",
          white: "white stone",
          empty: "empty",
        }[marks.stone],
      ];
      if (marks.last) parts.push(`${marks.last} last`);
      if (marks.illegal) parts.push("illegal here");
      if (marks.chosen) parts.push("chosen");
      if (marks.target) parts.push("can be captured");
      if (marks.links) parts.push("links the winner");
      if (marks.hint) parts.push("hint");
      if (marks.verdict) parts.push(marks.verdict === "win" ? "wins" : "loses");
      return parts.join(", ");
    },
  },

  analysis: {
    busy: "Analyzing…",
    wins: (wins: number, moves: number): string => `Analysis: ${wins} of ${moves} moves win.`,
    loses: "Analysis: every move loses.",
    unknown: "Analysis: not solved in time.",
  },

  moves: {
    title: "Moves",
    none: "No move has been made yet.",
    move: (number: number, move: string): string => `Move ${number}: ${move}`,
    mistake: (number: number, move: string, better: string): string =>
      `Move ${number}: ${move}, a mistake. Level 6 plays ${better === "swap" ? "the exchange" : spaced(better)}.`,
    review: "Analyze the game",
    stop: (done: number, all: number): string => `Stop (${done} of ${all})`,
    graph: "How well the first player stood after each move, by level 6",
    better: (move: string): string => `Level 6 plays ${move === "swap" ? "the exchange" : spaced(move)} here.`,
    failed: (reason: string): string => `The analysis stopped: ${reason}.`,
  },

  discard: {
    question: "Discard this game?",
    detail: "It is not finished yet.",
    keep: "Keep playing",
    load: "Load the record",
  },

  menu: {
    title: "Menu",
    players: "Players",
    player: { first: "First player", second: "Second player" } satisfies Record<PlayerName, string>,
    board: "Board",
    columns: "Columns",
    rows: "Rows",
    size: {
      "black-narrows": "A new size begins a new game.",
      narrows: "One side must be even. A new size begins a new game.",
    } satisfies Record<Kind, string>,
    play: "Play",
    confirm: {
      "black-narrows": pair("Confirm placements", "A stone waits for Confirm or a second tap."),
      narrows: pair("Confirm moves", "A capture waits for Confirm or a second tap."),
    } satisfies Record<Kind, unknown>,
    marking: pair("Marking", "Red dots where a placement is illegal."),
    pie: pair("Pie rule", "White may take over Black’s first move."),
    pieLater: "This takes effect with the next game.",
    analysis: pair("Analysis", "Marks moves that win or lose, where the solver can tell."),
    page: "Page",
    coordinates: pair("Coordinates", "Letters and numbers around the board."),
    flipped: pair("Turn the board", "For a player across the table."),
    sound: pair("Sound", "A click for each move."),
    appearance: "Appearance",
    appearances: { auto: "As the device", light: "Light", dark: "Dark" },
    boardLook: "Board",
    boards: { wood: "Wood", slate: "Slate", moss: "Moss", paper: "Paper" },
    stonesLook: "Stones",
    stones: { round: "Rounded", flat: "Flat" },
    language: "Language",
    languageAuto: "As the browser",
    record: "Record",
    share: "Share link",
    rules: "Rules",
    puzzles: "Puzzles",
    keys: "Keys",
    kept: "Your settings and an unfinished game are kept in your browser.",
    notKept: "This browser stores nothing: settings and the game are lost when the page is closed.",
  },

  games: {
    title: "My games",
    none: "No game has been played yet.",
    untitled: (title: string, first: string, second: string): string => `${title}, ${first} and ${second}`,
    detail: (date: string, size: string, plies: number, winner: { readonly player: PlayerName; readonly human: boolean } | null): string => {
      const state = winner ? `the ${winner.player} player won after ${count(plies, "move", "moves")}` : count(plies, "move", "moves");
      return `${date} · ${size} · ${state}`;
    },
    rename: "Rename",
    name: "Name of the game",
    save: "Save",
    download: "Download",
    remove: "Delete",
    removeQuestion: "Delete this game?",
    keep: "Keep it",
    fromFile: "Open a file",
    drop: "A record can also be dropped on the page. Games are kept in this browser only.",
  },

  share: {
    sentence: (title: string, plies: number, state: string): string =>
      `${title}, ${plies === 0 ? "a new game" : `after ${count(plies, "move", "moves")}`}. ${state}.`,
    detail: "The link holds the whole game: whoever opens it makes the next move and sends the new link back.",
    send: "Send…",
    copyMessage: "Copy with message",
    sendBack: "Send your move back?",
    sendLink: "Send link",
    copy: "Copy link",
    copied: "Copied.",
    copyByHand: "Press Ctrl+C or Copy to copy the selected text.",
  },

  record: {
    detail: "Copy the game, or paste a record here and load it.",
    load: "Load",
    copy: "Copy",
    notLoaded: (reason: string): string => `Not loaded: ${reason}.`,
    otherGame: (title: string): string => `this is a game of ${title}; open it there`,
  },

  puzzles: {
    puzzle: "Puzzle",
    games: "Puzzles of",
    both: "Both games",
    heading: (title: string, rating: number, solved: boolean): string => `${title}, rated ${rating}${solved ? ", solved" : ""}`,
    rating: (value: number, deviation: number, solved: number, all: number): string =>
      `Your rating: ${value} ± ${deviation} · ${solved} of ${all} solved`,
    board: (board: string): string => `Puzzle, ${board}`,
    previous: "Previous",
    next: "Next",
    again: "Again",
    why: "Why not?",
    colorToMove: (color: Color): string => `${COLOR[color]} to move.`,
    task: {
      "black-narrows": "One placement wins: find it.",
      narrows: "One capture wins: find it.",
    } satisfies Record<Kind, string>,
    loses: { "black-narrows": "That placement loses.", narrows: "That capture loses." } satisfies Record<Kind, string>,
    right: (move: string): string => `Right: ${spaced(move)} is the only move that wins.`,
    refuted: (wrong: string, answer: string, rest: readonly string[]): string =>
      `${spaced(wrong)} loses to ${spaced(answer)}` +
      (rest.length ? `, for example ${rest.slice(0, 4).map(spaced).join(", ")}${rest.length > 4 ? " …" : ""}.` : ", which ends the game."),
    suicide: (wrong: string): string => `${spaced(wrong)} ends the game, and the other side has won.`,
  },

  rules: {
    title: (title: string): string => `Rules of ${title}`,
    text: {
      "black-narrows": [
        ["Board", "A rectangular grid of any size from 2x2 up. It starts empty."],
        ["Turns", "Two players take turns placing one black stone onto an unoccupied point."],
        [
          "The one rule",
          "After your placement there must be an orthogonally connected path of at least one unoccupied point between every pair of stones. A red dot marks a point where a placement would break that.",
        ],
        ["Goal", "The last player to place a stone wins. Without an available placement on your turn, you lose."],
      ],
      narrows: [
        [
          "Board",
          "A Kōnane board of any size with at least one even side. It starts filled with a checkerboard of black and white stones.",
        ],
        [
          "Turns",
          "Black begins. Each turn you move one stone of your own color, and every move is a capture: the stone takes the place of an enemy stone in its row or column that is next to it or separated from it by empty points only. There is no passing.",
        ],
        [
          "Goal",
          "Link all of your groups by empty regions. A group is a set of your stones connected orthogonally; an empty region is a set of empty points connected orthogonally. Think of islands joined by open water; narrows are the passages between larger waters.",
        ],
        [
          "Winning",
          "You win on your own move or on your opponent’s. If your move links all of your groups and all of your opponent’s at the same time, you win.",
        ],
        [
          "The exchange",
          "After Black’s first move White may switch colors and take over Black with that first move. The former Black player then plays White and moves next. The menu can turn this off.",
        ],
      ],
    } as Readonly<Record<Kind, readonly Pair[]>>,
    credit: {
      "black-narrows": "Mark Steere designed Black Narrows in August 2026. It borrows a concept from his game Narrows.",
      narrows: "Mark Steere designed Narrows in May 2026. It was inspired by the ancient Hawaiian game of Kōnane.",
    } satisfies Record<Kind, string>,
    /** Before and after the link to marksteeregames.com. */
    otherGames: ["His other games can be found at ", "."],
  },

  help: {
    title: "Keys",
    onBoard: "The letters and signs work while the board has the focus.",
    marks: "Marks on the board",
    keys: [
      ["Arrows, Home, End", "go from point to point"],
      ["Enter or Space", "choose the point; again to confirm"],
      ["Esc", "take back what waits"],
      ["s", "say again how the game stands"],
      ["u", "undo"],
      ["h", "hint, or stop the computer"],
      ["m", "marking on and off (Black Narrows)"],
      ["r", "record"],
      ["n", "new game"],
      ["a", "analysis on and off"],
      [", and .", "step back and forward"],
      ["?", "this panel"],
    ] as readonly Pair[],
    meanings: {
      "black-narrows": [
        ["White ring", "the stone placed last"],
        ["Red dot", "a placement here is illegal"],
        ["Translucent stone", "waits for Confirm"],
        ["Diamond", "the hint"],
        ["Tick and cross", "analysis: this placement wins, or loses"],
      ],
      narrows: [
        ["Yellow dot", "the stone moved last"],
        ["Green dot", "a stone you can capture"],
        ["Dashed gold outline", "a capture that waits for Confirm"],
        ["Blue dots on water", "the regions that link the winner’s groups"],
        ["Diamond", "the hint"],
        ["Tick and cross", "analysis: this move wins, or loses"],
      ],
    } as Readonly<Record<Kind, readonly Pair[]>>,
  },

  element: {
    wrong: (attribute: string, value: string, possible: string): string => `${attribute}="${value}" is not one of: ${possible}`,
  },

  search: {
    noMove: "the search gave no move",
    noAnswer: "the solver gave no answer",
    stopped: "the search stopped unexpectedly",
    notStarted: "the search could not start",
    silent: "the search does not answer",
    notLoaded: (status: number): string => `the engine could not be loaded (${status})`,
  },
};

export type Strings = typeof en;
