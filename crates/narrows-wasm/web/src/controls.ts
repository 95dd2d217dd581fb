/** The buttons beside the board and the two players' names. */
import { h, icon } from "./dom";
import { t } from "./strings";
import type { Told } from "./words";

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
export function drawPlayers(place: HTMLElement, { players, toMove, outcome }: Told): void {
  const rows = (["first", "second"] as const).map((player) => {
    const { seat, color } = players[player];
    const turn = toMove === player && !outcome;
    const winner = outcome?.winner === player;
    const byOrder = player === "first" ? t.play.firstPlayer : t.play.secondPlayer;
    return h(
      "div",
      { class: `player ${turn ? "turn" : ""} ${winner ? "winner" : ""}` },
      h("i", { class: `chip ${color ?? "black"}`, "aria-hidden": "true" }),
      h("span", {}, h("b", {}, color ? t.color[color] : byOrder), ` ${seat === "human" ? t.human : t.level(seat)}`),
      h("em", {}, winner ? t.play.won : turn ? t.play.toMove : ""),
    );
  });
  const text = rows.map((row) => row.outerHTML).join("");
  if (place.innerHTML !== text) place.replaceChildren(...rows);
}
