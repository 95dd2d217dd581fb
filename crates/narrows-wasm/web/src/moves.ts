/** The moves of the game as a list to click, with what level 6 thinks of them once it was asked. */
import { h, setText } from "./dom";
import { betterThan, type Opinion } from "./review";
import { t } from "./strings";

/** What the list shows. */
export interface Listed {
  readonly moves: readonly string[];
  /** The number of moves made in the position on the screen. */
  readonly ply: number;
  readonly opinions: ReadonlyMap<number, Opinion>;
  /** Whether level 6 is looking through the game now. */
  readonly running: boolean;
}

const WIDTH = 300;
const HEIGHT = 60;

/** The expected result of the first player over the game, as a line. */
function graph({ moves, ply, opinions }: Listed): string {
  const step = WIDTH / Math.max(1, moves.length);
  const points = [...opinions]
    .sort(([a], [b]) => a - b)
    .map(([at, { first }]) => `${(at * step).toFixed(1)},${((1 - first) * HEIGHT).toFixed(1)}`);
  return (
    `<path class="middle" d="M0 ${HEIGHT / 2}H${WIDTH}"/><path class="here" d="M${(ply * step).toFixed(1)} 0V${HEIGHT}"/>` +
    `<polyline points="${points.join(" ")}"/>`
  );
}

export class MoveList {
  readonly element: HTMLElement;
  readonly #list = h("ol", {});
  readonly #graph = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  readonly #review: HTMLButtonElement;
  readonly #go: (ply: number) => void;
  #drawn = "";

  /** `go` shows the position after so many moves; `review` begins or ends what level 6 looks at. */
  constructor(go: (ply: number) => void, review: () => void) {
    this.#go = go;
    this.#review = h("button", { type: "button", class: "button small", onclick: review }, t.moves.review);
    this.#graph.setAttribute("viewBox", `0 -3 ${WIDTH} ${HEIGHT + 6}`);
    this.#graph.setAttribute("class", "graph");
    this.#graph.setAttribute("role", "img");
    this.#graph.setAttribute("preserveAspectRatio", "none");
    this.#graph.setAttribute("aria-label", t.moves.graph);
    this.element = h("section", { class: "moves", "aria-label": t.moves.title }, this.#list, this.#review);
  }

  draw(listed: Listed): void {
    const { moves, ply, opinions, running } = listed;
    const drawn = JSON.stringify([moves, ply, [...opinions], running]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const focused = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...this.#rows(listed));
    const here = this.#list.querySelector<HTMLElement>("[aria-current]");
    if (focused) here?.focus();
    // Scrolled by hand: `scrollIntoView` would move the page too.
    if (here) this.#list.scrollTop = here.offsetTop - this.#list.clientHeight / 2;
    setText(this.#review, running ? t.moves.stop(opinions.size, moves.length + 1) : t.moves.review);
    this.#review.hidden = moves.length === 0;
    if (opinions.size > 1) {
      this.#graph.innerHTML = graph(listed);
      this.#list.before(this.#graph);
    } else this.#graph.remove();
  }

  /** Two moves in each row, as in a record. */
  #rows({ moves, ply, opinions }: Listed): HTMLElement[] {
    const rows: HTMLElement[] = [];
    for (let first = 0; first < moves.length; first += 2) {
      const pair = [first, first + 1].filter((at) => at < moves.length).map((at) => this.#move(at, moves[at]!, ply === at + 1, opinions));
      rows.push(h("li", {}, ...pair));
    }
    return rows;
  }

  #move(at: number, made: string, here: boolean, opinions: ReadonlyMap<number, Opinion>): HTMLButtonElement {
    const better = betterThan(at, made, opinions);
    const label = better ? t.moves.mistake(at + 1, made, better) : t.moves.move(at + 1, made);
    return h(
      "button",
      {
        type: "button",
        class: better ? "mistake" : "",
        "aria-label": label,
        title: better ? label : undefined,
        "aria-current": here ? "step" : undefined,
        onclick: () => this.#go(at + 1),
      },
      better ? `${made} ?` : made,
    );
  }
}
