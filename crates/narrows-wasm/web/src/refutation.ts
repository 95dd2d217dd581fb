/** Why a move loses: the answer to it, and how the game may go on to its end. */
import type { App } from "./app";
import type { Puzzle } from "./puzzle-list";
import type { Searcher } from "./search";

/** Milliseconds for each move. The puzzles are chosen to need less. */
const BUDGET = 5000;

export interface Refutation {
  /** The game from the puzzle's position to its end, the wrong move first. */
  readonly record: string;
  readonly moves: readonly string[];
}

/** Plays the game out after a wrong move: the winner as the solver says, the loser anything. */
export async function refute({ Game }: App, search: Searcher, { kind, position }: Puzzle, wrong: string): Promise<Refutation> {
  const game = Game.fromPosition(kind, position, false);
  try {
    game.play(wrong);
    const moves = [wrong];
    while (!game.outcome()) {
      const { best } = await search.solve(game.record(), BUDGET, false);
      const move = best[0] ?? game.view().legal[0]!.move;
      game.play(move);
      moves.push(move);
    }
    return { record: game.record(), moves };
  } finally {
    game.free();
  }
}
