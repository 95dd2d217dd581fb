/** The magnifier: where points are smaller than a fingertip, it shows above the finger what is aimed at. */

const SIZE = 148;
/** Cells across the glass. */
const ACROSS = 3.1;

export class Loupe {
  readonly #glass = document.createElement("div");
  readonly #svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  readonly #name = document.createElement("span");
  #source: SVGSVGElement | null = null;

  constructor(host: HTMLElement) {
    this.#glass.className = "loupe";
    this.#glass.hidden = true;
    this.#glass.setAttribute("aria-hidden", "true");
    this.#glass.append(this.#svg, this.#name);
    host.append(this.#glass);
  }

  get open(): boolean {
    return !this.#glass.hidden;
  }

  /** Shows the surroundings of (x, y) on the drawing above the finger at (clientX, clientY). */
  show(
    source: SVGSVGElement,
    x: number,
    y: number,
    clientX: number,
    clientY: number,
    box: DOMRect,
    name: string,
  ): void {
    if (this.#glass.hidden || this.#source !== source) {
      // One copy for as long as the finger is down: the board does not change meanwhile.
      const copy = source.cloneNode(true) as SVGSVGElement;
      for (const element of copy.querySelectorAll("[role],[tabindex],[aria-label]")) {
        for (const attribute of ["role", "tabindex", "aria-label"]) element.removeAttribute(attribute);
      }
      this.#svg.setAttribute("class", "board-svg");
      this.#svg.replaceChildren(...copy.childNodes);
      this.#source = source;
    }
    const half = (ACROSS * 100) / 2;
    this.#svg.setAttribute("viewBox", `${x - half} ${y - half} ${2 * half} ${2 * half}`);
    this.#name.textContent = name;
    this.#glass.hidden = false;
    const host = this.#glass.parentElement!.getBoundingClientRect();
    const left = Math.max(box.left, Math.min(box.right - SIZE, clientX - SIZE / 2));
    // Above the finger, or beside it where there is no room above.
    let top = clientY - SIZE - 44;
    let shift = 0;
    if (top < 4) {
      top = 4;
      if (clientY - SIZE - 12 < 4) shift = clientX < innerWidth / 2 ? SIZE : -SIZE;
    }
    const placed = Math.max(4, Math.min(innerWidth - SIZE - 4, left + shift));
    this.#glass.style.transform = `translate(${placed - host.left}px, ${top - host.top}px)`;
  }

  hide(): void {
    if (this.#glass.hidden) return;
    this.#glass.hidden = true;
    this.#svg.replaceChildren();
  }
}
