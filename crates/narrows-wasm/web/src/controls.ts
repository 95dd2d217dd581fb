/** The buttons beside the board and the two players' names. */
import type { View } from "narrows-wasm";
import { h, icon } from "./dom";
import type { Seats } from "./settings";
import { t } from "./strings";

/** A button with an icon above or beside its words. */
export function button(words: string, path: string, run: () => void, className = ""): HTMLButtonElement {
  return h(
    "button",
    { type: "button", class: `button ${className}`, onclick: run as EventListener },
    icon(path),
    h("span", {}, words),
  );
}

/** Switches a control on or off. Not by `disabled`: a control that has the focus must not lose it. */
export function enable(control: HTMLButtonElement, on: boolean): void {
  if (on) control.removeAttribute("aria-disabled");
  else control.setAttribute("aria-disabled", "true");
}

/** Gives a button other words and another icon. */
export function reword(control: HTMLButtonElement, words: string, path: string): void {
  const span = control.querySelector("span")!;
  if (span.textContent === words) return;
  span.textContent = words;
  control.querySelector("path")!.setAttribute("d", path);
}

/** Who plays, with which stones, whose turn it is and who won. */
export function drawPlayers(place: HTMLElement, view: View, seats: Seats): void {
  const rows = (["first", "second"] as const).map((player) => {
    const seat = seats[player];
    const color = !view.blackPlayer || view.blackPlayer === player ? "black" : "white";
    const turn = view.toMove === player && !view.outcome;
    const winner = view.outcome?.winner === player;
    const byOrder = player === "first" ? t.play.firstPlayer : t.play.secondPlayer;
    return h(
      "div",
      { class: `player ${turn ? "turn" : ""} ${winner ? "winner" : ""}` },
      h("i", { class: `chip ${color}`, "aria-hidden": "true" }),
      h("span", {}, h("b", {}, view.blackPlayer ? t.color[color] : byOrder), ` ${seat === "human" ? t.human : t.level(seat)}`),
      h("em", {}, winner ? t.play.won : turn ? t.play.toMove : ""),
    );
  });
  const text = rows.map((row) => row.outerHTML).join("");
  if (place.innerHTML !== text) place.replaceChildren(...rows);
}
