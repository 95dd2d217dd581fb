/** Puzzles: one move wins. Each is chosen to fit who solves it, and a wrong move is answered with its refutation. */
import type { MoveInfo } from "narrows-wasm";
import type { App, Screen } from "./app";
import { button, enable } from "./controls";
import { h, ICONS, setText } from "./dom";
import { choice } from "./fields";
import { topBar } from "./layout";
import { Progress, type Wanted } from "./progress";
import type { Puzzle } from "./puzzle-list";
import { refute, type Refutation } from "./refutation";
import { Cancelled, type Searcher } from "./search";
import { Session } from "./session";
import { KINDS } from "./settings";
import { Stage } from "./stage";
import { t } from "./strings";

/** What is on the screen: the puzzle, its solution, or why a move was wrong. */
type State = "open" | "wrong" | "right" | "why";

export class PuzzleScreen implements Screen {
  readonly element: HTMLElement;
  readonly title = t.start.puzzles;
  readonly #app: App;
  readonly #puzzles: readonly Puzzle[];
  readonly #progress: Progress;
  readonly #stage = new Stage(() => this.#input((core) => core.confirm()));
  readonly #heading = h("h2", { class: "puzzle-name" });
  readonly #rating = h("p", { class: "puzzle-rating" });
  readonly #previous = button(t.puzzles.previous, ICONS.back, () => this.#back());
  readonly #next = button(t.puzzles.next, ICONS.forward, () => this.#forward());
  readonly #again = button(t.puzzles.again, ICONS.undo, () => this.#begin());
  readonly #why = button(t.puzzles.why, ICONS.hint, () => void this.#explain());
  /** The puzzles shown, and which of them is. */
  readonly #shown: Puzzle[] = [];
  #at = -1;
  #session!: Session;
  #state: State = "open";
  /** What was tried and lost, the last one last. */
  readonly #wrong = new Set<string>();
  #refutation: Refutation | null = null;
  #trouble = "";
  #arriving: MoveInfo | null = null;
  #search: Searcher | null = null;
  readonly #leave = new AbortController();

  constructor(app: App, puzzles: readonly Puzzle[]) {
    this.#app = app;
    this.#puzzles = puzzles;
    this.#progress = new Progress(app.storage);
    const { wanted } = this.#progress;
    const games = choice(
      t.puzzles.games,
      [["both", t.puzzles.both], ...KINDS.map((kind) => [kind, t.titles[kind]] as const)],
      wanted,
      (value) => {
        this.#progress.want(value as Wanted);
        this.#forward(true);
      },
    );
    games.classList.add("puzzle-games");
    const { board, count, message, confirm } = this.#stage;
    this.element = h(
      "div",
      { class: "play puzzle" },
      topBar(this.title, h("span", { class: "spacer" })),
      h(
        "main",
        { class: "table", id: "main" },
        h("section", { class: "stage", "aria-label": t.puzzles.puzzle }, h("div", { class: "head" }, count, message), board.element),
        h(
          "section",
          { class: "controls", "aria-label": t.play.controls },
          h("div", { class: "puzzle-card" }, this.#heading, this.#rating, games),
          h("div", { class: "buttons" }, this.#previous, this.#next, this.#again, this.#why, confirm),
          h("p", { class: "by" }, t.bothBy),
        ),
      ),
    );
    board.onTarget = (target) => this.#input((core) => core.tap(typeof target === "object" ? target.point : target));
    this.#stage.takeBack(document, () => this.#session.busy && this.#input((core) => core.cancel()), this.#leave.signal);
    this.#forward();
  }

  leave(): void {
    this.#leave.abort();
    this.#search?.close();
  }

  get #puzzle(): Puzzle {
    return this.#shown[this.#at]!;
  }

  #back(): void {
    if (this.#at === 0) return;
    this.#at -= 1;
    this.#begin();
  }

  /** The next puzzle: one seen before going back, or with `fresh` always a new one. */
  #forward(fresh = false): void {
    if (fresh) this.#shown.length = this.#at + 1;
    this.#at += 1;
    this.#shown[this.#at] ??= this.#progress.next(this.#puzzles, this.#shown[this.#at - 1] ?? null);
    this.#begin();
  }

  /** Begins the puzzle that is shown, without what was tried. */
  #begin(): void {
    this.#wrong.clear();
    this.#open("open");
    this.#app.live.say(`${this.#heading.textContent}. ${this.#stage.message.textContent}`);
  }

  /** Sets the puzzle's position up. */
  #open(state: State): void {
    const { kind, position } = this.#puzzle;
    const { confirm, marking } = this.#app.settings.value;
    this.#search?.cancel();
    this.#state = state;
    this.#refutation = null;
    this.#trouble = "";
    this.#session?.free();
    this.#session = Session.fromPosition(kind, position, { pie: false, confirm: confirm[kind], marking });
    this.#refresh();
  }

  #input(input: Parameters<Session["send"]>[0]): void {
    if (this.#state === "right") return;
    // A tap on what explains a wrong move goes back to the puzzle.
    if (this.#state === "why") return this.#open("open");
    const made = this.#session.send(input).find((effect) => effect.type === "moved");
    if (!made) {
      if (this.#session.busy) this.#state = "open";
      this.#refresh();
      return;
    }
    const { move } = made;
    const right = move.move === this.#puzzle.win;
    this.#progress.tried(this.#puzzle, right);
    if (right) {
      this.#state = "right";
      this.#draw(move);
    } else {
      this.#wrong.delete(move.move);
      this.#wrong.add(move.move);
      this.#open("wrong");
    }
    this.#app.live.say(this.#stage.message.textContent ?? "");
  }

  /** Shows the answer to the last wrong move. */
  async #explain(): Promise<void> {
    if (this.#state !== "wrong") return;
    const puzzle = this.#puzzle;
    const wrong = [...this.#wrong].at(-1)!;
    this.#search ??= this.#app.searcher();
    try {
      const found = await refute(this.#app, this.#search, puzzle, wrong);
      if (this.#state !== "wrong" || puzzle !== this.#puzzle) return;
      this.#session.free();
      this.#session = Session.fromRecord(found.record, { confirm: false });
      this.#session.send((core) => core.step(Math.min(2, found.moves.length)));
      this.#state = "why";
      this.#refutation = found;
      const focused = document.activeElement === this.#why;
      this.#draw(this.#session.view.last);
      if (focused) this.#again.focus();
    } catch (error) {
      if (error instanceof Cancelled) return;
      this.#trouble = t.say.noHint((error as Error).message);
      this.#refresh();
    }
    this.#app.live.say(this.#stage.message.textContent ?? "");
  }

  /** Draws once with a move arriving. */
  #draw(arriving: MoveInfo | null): void {
    this.#arriving = arriving;
    this.#refresh();
    this.#arriving = null;
  }

  #refresh(): void {
    const session = this.#session;
    const { view } = session;
    const { kind, rating } = this.#puzzle;
    const state = this.#state;
    // What was tried and lost keeps its cross.
    const tried = session.legal.filter((move) => this.#wrong.has(move.move) && (kind !== "narrows" || view.chosen === move.from));
    const verdicts = new Map(state === "why" ? [] : tried.map((move) => [move.to ?? -1, "loss" as const]));
    this.#stage.draw(session, {
      arriving: this.#arriving,
      verdicts,
      name: t.puzzles.board(t.play.board(t.titles[kind], view.columns, view.rows)),
      view: state === "right" || state === "why" ? { ...view, active: [] } : view,
    });
    setText(this.#heading, t.puzzles.heading(t.titles[kind], rating, this.#progress.solved(this.#puzzle)));
    const own = this.#progress.rating;
    setText(this.#rating, t.puzzles.rating(Math.round(own.value), Math.round(own.deviation), this.#progress.count(this.#puzzles), this.#puzzles.length));
    this.#stage.say("", this.#trouble || this.#words());
    this.element.classList.toggle("won", state === "right");
    // One in place of the other: the board keeps its size.
    this.#why.hidden = state !== "wrong";
    this.#again.hidden = state === "wrong";
    enable(this.#previous, this.#at > 0);
    enable(this.#stage.confirm, view.waiting !== null);
    this.#next.classList.toggle("primary", state === "right");
    this.#stage.confirm.hidden = !view.confirm || state === "right";
  }

  #words(): string {
    const { kind, win } = this.#puzzle;
    const { colorToMove } = this.#session.view;
    const task = `${colorToMove ? `${t.puzzles.colorToMove(colorToMove)} ` : ""}${t.puzzles.task[kind]}`;
    if (this.#state === "right") return t.puzzles.right(win);
    if (this.#state === "wrong") return `${t.puzzles.loses[kind]} ${task}`;
    if (this.#state === "open" || !this.#refutation) return task;
    const [wrong, answer, ...rest] = this.#refutation.moves;
    return answer ? t.puzzles.refuted(wrong!, answer, rest) : t.puzzles.suicide(wrong!);
  }
}
