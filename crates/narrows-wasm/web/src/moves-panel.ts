/** The game's moves beside the board and in a sheet, and the review of them that a person asks for. */
import { openSheet, toast } from "./dialogs";
import { h } from "./dom";
import { MoveList } from "./moves";
import { betterThan, Review } from "./review";
import type { Searcher } from "./search";
import { Session } from "./session";
import { t } from "./strings";

export class MovesPanel {
  /** The list beside the board. */
  readonly element: HTMLElement;
  readonly #lists = new Set<MoveList>();
  readonly #review: Review;
  readonly #session: () => Session;
  readonly #go: (ply: number) => void;

  /** `session` gives the game as it is now; `go` shows the position after so many moves. */
  constructor(search: Searcher, session: () => Session, go: (ply: number) => void) {
    this.#session = session;
    this.#go = go;
    this.#review = new Review(search, () => this.draw());
    this.element = this.#list().element;
  }

  draw(): void {
    const { moves, view } = this.#session();
    const listed = { moves, ply: view.ply, opinions: this.#review.opinions(moves), running: this.#review.running };
    for (const list of this.#lists) list.draw(listed);
  }

  /** Opens the list over the game, for where there is no room beside it. */
  open(): void {
    const list = this.#list();
    const none = this.#session().view.plies === 0 && h("p", {}, t.moves.none);
    const sheet = openSheet(t.moves.title, h("div", { class: "stack" }, none, list.element), "moves-sheet");
    sheet.addEventListener("close", () => this.#lists.delete(list));
    this.draw();
  }

  /** What level 6 would have played instead of the move just shown, if that was a mistake. */
  better(): string | null {
    const { moves, view } = this.#session();
    return view.last ? betterThan(view.ply - 1, view.last.move, this.#review.opinions(moves)) : null;
  }

  /** Ends the worker, for good. */
  close(): void {
    this.#review.close();
  }

  #list(): MoveList {
    const list = new MoveList(this.#go, () => void this.#toggle());
    this.#lists.add(list);
    return list;
  }

  async #toggle(): Promise<void> {
    if (this.#review.running) return this.#review.stop();
    // A copy, for the game may go on meanwhile.
    const game = Session.fromRecord(this.#session().record(), {});
    const winner = game.view.outcome?.winner ?? null;
    try {
      await this.#review.run(game.moves, (ply) => game.record(ply), winner);
    } catch (error) {
      toast(t.moves.failed((error as Error).message));
    } finally {
      game.free();
    }
  }
}
