/** Puzzles: positions that the solver has proved to have exactly one winning move. */
import type { Kind, MoveInfo } from "narrows-wasm";
import type { App, Screen } from "./app";
import { Board } from "./board";
import { h, icon, ICONS, setText } from "./dom";
import { topBar } from "./layout";
import list from "./puzzles.json";
import { Session } from "./session";
import { t } from "./strings";
import { countLine, pointLabels } from "./words";

/** One puzzle; `win` is the only move that wins. */
export interface Puzzle {
  readonly kind: Kind;
  readonly position: string;
  readonly win: string;
}

export const PUZZLES = list as readonly Puzzle[];
const nameOf = (puzzle: Puzzle): string => `${puzzle.kind} ${puzzle.position}`;

export class PuzzleScreen implements Screen {
  readonly element: HTMLElement;
  readonly title = t.start.puzzles;
  readonly #app: App;
  readonly #board = new Board(true);
  readonly #heading = h("h2", { class: "puzzle-name" });
  readonly #count = h("p", { class: "count" });
  readonly #message = h("p", { class: "message" });
  readonly #confirm = h(
    "button",
    { type: "button", class: "button primary confirm", onclick: () => this.#input((core) => core.confirm()) },
    icon(ICONS.confirm),
    h("span", {}, t.play.confirm),
  );
  #index = 0;
  #session!: Session;
  #state: "open" | "wrong" | "right" = "open";
  readonly #wrong = new Set<string>();
  #arriving: MoveInfo | null = null;
  readonly #off: (event: Event) => void;
  readonly #keys: (event: KeyboardEvent) => void;

  constructor(app: App) {
    this.#app = app;
    const solved = new Set(app.settings.value.solved);
    const open = PUZZLES.findIndex((puzzle) => !solved.has(nameOf(puzzle)));
    const turn = (label: string, path: string, by: number): HTMLButtonElement =>
      h(
        "button",
        { type: "button", class: "button", onclick: () => this.#show(this.#index + by) },
        icon(path),
        h("span", {}, label),
      );
    this.element = h(
      "div",
      { class: "play puzzle" },
      topBar(this.title, h("span", { class: "spacer" })),
      h(
        "main",
        { class: "table", id: "main" },
        h("section", { class: "stage", "aria-label": t.puzzles.puzzle }, h("div", { class: "head" }, this.#count, this.#message), this.#board.element),
        h(
          "section",
          { class: "controls", "aria-label": t.play.controls },
          this.#heading,
          h(
            "div",
            { class: "buttons" },
            turn(t.puzzles.previous, ICONS.back, -1),
            turn(t.puzzles.next, ICONS.forward, 1),
            h(
              "button",
              { type: "button", class: "button fresh", onclick: () => this.#show(this.#index) },
              icon(ICONS.undo),
              h("span", {}, t.puzzles.again),
            ),
            this.#confirm,
          ),
          h("p", { class: "by" }, t.bothBy),
        ),
      ),
    );
    this.#board.onTarget = (target) => this.#input((core) => core.tap(typeof target === "object" ? target.point : target));
    this.#off = (event) => {
      if (!(event.target as Element).closest(".board-svg, .confirm")) this.#cancel();
    };
    this.#keys = (event) => {
      if (event.key === "Escape") this.#cancel();
    };
    document.addEventListener("click", this.#off, true);
    document.addEventListener("keydown", this.#keys);
    this.#show(Math.max(0, open));
  }

  leave(): void {
    document.removeEventListener("click", this.#off, true);
    document.removeEventListener("keydown", this.#keys);
  }

  #cancel(): void {
    if (this.#session.busy) this.#input((core) => core.cancel());
  }

  #show(index: number): void {
    this.#index = (index + PUZZLES.length) % PUZZLES.length;
    this.#state = "open";
    this.#wrong.clear();
    this.#reset();
    this.#app.live.say(`${this.#heading.textContent}. ${this.#message.textContent}`);
  }

  #reset(): void {
    const puzzle = PUZZLES[this.#index]!;
    const { confirm, marking } = this.#app.settings.value;
    const options = { pie: false, confirm: confirm[puzzle.kind], marking };
    this.#session?.free();
    this.#session = Session.fromPosition(puzzle.kind, puzzle.position, options);
    this.#refresh();
  }

  #input(input: Parameters<Session["send"]>[0]): void {
    if (this.#state === "right") return;
    const puzzle = PUZZLES[this.#index]!;
    const effects = this.#session.send(input);
    const made = effects.find((effect) => effect.type === "moved");
    if (!made) {
      if (this.#session.busy) this.#state = "open";
      this.#refresh();
      return;
    }
    const { move } = made;
    if (move.move === puzzle.win) {
      this.#state = "right";
      this.#app.settings.addSolved(nameOf(puzzle));
      this.#arriving = move;
      this.#refresh();
      this.#arriving = null;
    } else {
      this.#state = "wrong";
      this.#wrong.add(move.move);
      this.#reset();
    }
    this.#app.live.say(this.#message.textContent ?? "");
  }

  #refresh(): void {
    const puzzle = PUZZLES[this.#index]!;
    const session = this.#session;
    const { view } = session;
    const narrows = puzzle.kind === "narrows";
    // What was tried and lost keeps its cross.
    const verdicts = new Map(
      session.legal
        .filter((move) => this.#wrong.has(move.move) && (!narrows || view.chosen === move.from))
        .map((move) => [move.to ?? -1, "loss" as const]),
    );
    const board = t.play.board(t.titles[puzzle.kind], view.columns, view.rows);
    this.#board.draw({
      view: this.#state === "right" ? { ...view, active: [] } : view,
      verdicts,
      arriving: this.#arriving,
      name: t.puzzles.board(this.#index + 1, board),
      label: pointLabels(view, verdicts),
    });
    const solved = this.#app.settings.value.solved.includes(nameOf(puzzle));
    setText(this.#heading, t.puzzles.heading(this.#index + 1, PUZZLES.length, t.titles[puzzle.kind], solved));
    setText(this.#count, countLine(view, session.legal.length));
    const side = view.colorToMove ? `${t.puzzles.colorToMove(view.colorToMove)} ` : "";
    const task = side + t.puzzles.task[puzzle.kind];
    const said = {
      open: task,
      wrong: `${t.puzzles.loses[puzzle.kind]} ${task}`,
      right: t.puzzles.right(puzzle.win),
    };
    setText(this.#message, said[this.#state]);
    this.element.classList.toggle("won", this.#state === "right");
    this.#confirm.hidden = !view.confirm;
    if (view.waiting) this.#confirm.removeAttribute("aria-disabled");
    else this.#confirm.setAttribute("aria-disabled", "true");
  }
}
