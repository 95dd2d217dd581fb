/** The analysis switch: asks the solver about the position on the screen and keeps what it proved. */
import type { SolutionInfo, Value } from "narrows-wasm";
import { Cancelled, type Searcher } from "./search";
import type { Session } from "./session";
import { t } from "./strings";

/** Milliseconds the solver may take for one position. */
const BUDGET = 6000;
/** Answers that are remembered while stepping back and forth. */
const REMEMBERED = 64;

export class Analyst {
  readonly #search: Searcher;
  readonly #changed: () => void;
  readonly #answers = new Map<string, SolutionInfo>();
  #asked = "";
  #on = false;

  constructor(search: Searcher, changed: () => void) {
    this.#search = search;
    this.#changed = changed;
  }

  /** What is known of the position, in words. */
  words(session: Session): string {
    if (!this.#on) return "";
    const answer = this.#answers.get(this.#key(session));
    if (!answer) return t.analysis.busy;
    const { value, moves } = answer;
    const wins = moves.filter((entry) => entry.value === "win").length;
    if (value === "win") return t.analysis.wins(wins, moves.length);
    return value === "loss" ? t.analysis.loses : t.analysis.unknown;
  }

  /** What is known of the position on the screen. */
  answer(session: Session): SolutionInfo | null {
    return this.#on ? (this.#answers.get(this.#key(session)) ?? null) : null;
  }

  /** Looks at the position on the screen, or at nothing while `on` is false. */
  follow(session: Session, on: boolean): void {
    this.#on = on;
    if (!on) {
      this.stop();
      return;
    }
    const key = this.#key(session);
    if (key === this.#asked || this.#answers.has(key)) return;
    this.#asked = key;
    this.#search
      .solve(session.record(session.view.ply), BUDGET, true)
      .then((solution) => {
        this.#answers.set(key, solution);
        for (const old of this.#answers.keys()) {
          if (this.#answers.size <= REMEMBERED) break;
          this.#answers.delete(old);
        }
      })
      .catch((error: unknown) => {
        if (error instanceof Cancelled) return;
        // The solver failed: say nothing rather than something wrong.
        this.#answers.set(key, { value: "unknown", best: [], moves: [], nodes: 0 });
      })
      .finally(() => {
        if (this.#asked === key) {
          this.#asked = "";
          this.#changed();
        }
      });
  }

  /** Ends the worker, for good. */
  close(): void {
    this.stop();
    this.#search.close();
  }

  stop(): void {
    this.#asked = "";
    this.#search.cancel();
  }

  /**
   * Which points to mark. In Narrows the stones that can move are marked by their best capture, and
   * once a stone is chosen its targets are marked instead.
   */
  verdicts(session: Session): ReadonlyMap<number, Value> {
    const marks = new Map<number, Value>();
    const answer = this.answer(session);
    const { chosen, waiting } = session.view;
    if (!answer || waiting) return marks;
    const values = new Map(answer.moves.map((entry) => [entry.move, entry.value]));
    for (const move of session.legal) {
      const value = values.get(move.move) ?? "unknown";
      if (move.to === null) continue;
      if (move.from === null || chosen === move.from) marks.set(move.to, value);
      if (move.from === null || chosen !== null) continue;
      const was = marks.get(move.from);
      marks.set(move.from, was === undefined ? value : better(was, value));
    }
    return marks;
  }

  #key(session: Session): string {
    return session.view.position;
  }
}

const better = (a: Value, b: Value): Value =>
  a === "win" || b === "win" ? "win" : a === "unknown" || b === "unknown" ? "unknown" : "loss";
