/**
 * How well somebody solves puzzles: the Glicko system. Mark E. Glickman, "Parameter estimation in large dynamic paired
 * comparison experiments", Applied Statistics 48 (1999), pages 377-394. Each puzzle is a game against its rating.
 */

export interface Rating {
  readonly value: number;
  /** Its standard deviation: how little is known yet. */
  readonly deviation: number;
}

/** A game: against whom, and 1 for a win, 0 for a loss. */
export interface Played {
  readonly against: Rating;
  readonly score: number;
}

/** Somebody who has solved nothing yet. */
export const UNKNOWN: Rating = { value: 900, deviation: 300 };
/** The deviation of a puzzle's rating. */
const PUZZLE = 100;
/** A rating stays as open as this, so that who gets better rises. */
const LEAST = 50;
const Q = Math.LN10 / 400;

/** The rating after some games. */
export function rate({ value, deviation }: Rating, games: readonly Played[]): Rating {
  let information = 1 / deviation ** 2;
  let surprise = 0;
  for (const { against, score } of games) {
    const g = 1 / Math.sqrt(1 + (3 * Q ** 2 * against.deviation ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + 10 ** ((-g * (value - against.value)) / 400));
    information += Q ** 2 * g ** 2 * expected * (1 - expected);
    surprise += g * (score - expected);
  }
  return { value: value + (Q / information) * surprise, deviation: Math.sqrt(1 / information) };
}

/** The rating after a puzzle of rating `puzzle` was solved at the first try, or not. */
export function afterPuzzle(rating: Rating, puzzle: number, solved: boolean): Rating {
  const { value, deviation } = rate(rating, [{ against: { value: puzzle, deviation: PUZZLE }, score: Number(solved) }]);
  return { value, deviation: Math.max(LEAST, deviation) };
}
