/** What every event of a board tells: the game so far as a record. */
export interface NarrowsBoardDetail {
  readonly record: string;
}

/** `<narrows-board>`: a game of Black Narrows or Narrows in a page. Importing the module defines the element. */
export declare class NarrowsBoard extends HTMLElement {
  /** The game so far as a record; empty until the engine is there. */
  readonly record: string;
  /** Begins a new game with the attributes as they are. */
  newGame(): void;
  /** Takes the person's last move back. */
  undo(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "narrows-board": NarrowsBoard;
  }
  interface HTMLElementEventMap {
    /** A game has begun. */
    "narrows-ready": CustomEvent<NarrowsBoardDetail>;
    /** A move was made: `c3`, `a2xb2` or `swap`. */
    "narrows-move": CustomEvent<NarrowsBoardDetail & { readonly move: string }>;
    /** The game is over. */
    "narrows-end": CustomEvent<NarrowsBoardDetail & { readonly winner: "first" | "second" }>;
    /** An attribute is wrong, or the engine could not be loaded; the board shows the message too. */
    "narrows-error": CustomEvent<NarrowsBoardDetail & { readonly message: string }>;
  }
}
