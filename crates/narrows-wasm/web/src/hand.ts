/** A finger or a mouse on the board: what is a tap, what scrolls, what aims through the magnifier, what drags a stone. */
import type { Reach } from "./geometry";
import type { Drawn } from "./scene";
import type { Target } from "./session";

/** What a hand asks of the board it is on. Places are those of pointer events. */
export interface Surface {
  view(): Drawn | null;
  /** Whether points are smaller than a fingertip. */
  small(): boolean;
  at(x: number, y: number, reach: Reach): Target;
  /** Opens the magnifier there, and closes it. */
  aim(x: number, y: number): void;
  let(): void;
  aiming(): boolean;
  tap(target: Target): void;
}

/** A finger or mouse that moves this many pixels slides. */
const SLIDE = 10;
/** Milliseconds a finger rests before the magnifier opens. */
const REST = 130;

/** What is down; `dragged` is the stone that it took along. */
interface Down {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly touch: boolean;
  timer: number;
  dragged: number | null;
}

export class Hand {
  readonly #on: Surface;
  #down: Down | null = null;

  constructor(svg: SVGSVGElement, on: Surface) {
    this.#on = on;
    svg.addEventListener("pointerdown", (event) => this.#press(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#lift(event));
    svg.addEventListener("pointercancel", () => this.#release());
    // While the magnifier is open the finger aims; else it may scroll.
    svg.addEventListener("touchmove", (event) => on.aiming() && event.preventDefault(), { passive: false });
    svg.addEventListener("contextmenu", (event) => {
      if (this.#down?.touch) event.preventDefault();
    });
  }

  #press({ isPrimary, button, pointerId, pointerType, clientX, clientY }: PointerEvent): void {
    this.#release();
    if (!isPrimary || button !== 0) return;
    const touch = pointerType !== "mouse";
    const down: Down = { id: pointerId, x: clientX, y: clientY, touch, timer: 0, dragged: null };
    this.#down = down;
    if (touch && this.#on.small() && this.#on.view()?.active.length) {
      down.timer = window.setTimeout(() => this.#on.aim(clientX, clientY), REST);
    }
  }

  #move({ pointerId, clientX, clientY }: PointerEvent): void {
    const down = this.#down;
    if (!down || pointerId !== down.id) return;
    if (this.#on.aiming()) this.#on.aim(clientX, clientY);
    // Somebody scrolls: the magnifier opens for a finger that rests, not for one that passes.
    else if (Math.hypot(clientX - down.x, clientY - down.y) > SLIDE) {
      clearTimeout(down.timer);
      if (!down.touch && down.dragged === null) this.#take(down);
    }
  }

  /** A mouse that slides from a stone of the mover takes it along, beside tapping it: the stone is chosen. */
  #take(down: Down): void {
    const view = this.#on.view();
    const from = this.#on.at(down.x, down.y, "half");
    if (view?.kind !== "narrows" || typeof from !== "object") return;
    const own = view.colorToMove === "black" ? "b" : "w";
    if (view.cells[from.point] !== own || !view.active.includes(from.point)) return;
    down.dragged = from.point;
    if (view.chosen !== from.point || view.waiting) this.#on.tap(from);
  }

  #lift({ pointerId, clientX, clientY }: PointerEvent): void {
    const down = this.#down;
    if (!down || pointerId !== down.id) return;
    const aimed = this.#on.aiming();
    this.#release();
    if (down.dragged !== null) {
      // Let go over a stone that can be captured: it is. Anywhere else the stone stays chosen.
      const target = this.#on.at(clientX, clientY, "always");
      if (typeof target === "object" && this.#on.view()?.targets.includes(target.point)) this.#on.tap(target);
      return;
    }
    // A slide is no tap, unless the magnifier followed it.
    if (!aimed && Math.hypot(clientX - down.x, clientY - down.y) > SLIDE) return;
    this.#on.tap(this.#on.at(clientX, clientY, aimed ? "always" : this.#reach()));
  }

  /** While something waits a tap between the points takes it back; else a tap counts for the nearest point. */
  #reach(): Reach {
    const view = this.#on.view();
    if (view?.waiting) return "near";
    return (view?.chosen ?? null) === null && this.#on.small() ? "always" : "half";
  }

  #release(): void {
    if (this.#down) clearTimeout(this.#down.timer);
    this.#down = null;
    this.#on.let();
  }
}
