/** Labelled fields of the menu. */
import { h } from "./dom";

let choices = 0;

/** A labelled choice from a list. */
export function choice(
  label: string,
  options: readonly (readonly [value: string, words: string])[],
  value: string,
  change: (value: string) => void,
): HTMLDivElement {
  const id = `choice-${(choices += 1)}`;
  const select = h(
    "select",
    { id, onchange: () => change(select.value) },
    ...options.map(([key, words]) => h("option", { value: key, selected: key === value }, words)),
  );
  return h("div", { class: "field" }, h("label", { for: id }, label), select);
}

/** A labelled switch. */
export function toggle(
  [label, detail]: readonly [string, string],
  on: boolean,
  change: (on: boolean) => void,
): HTMLLabelElement {
  const box = h("input", { type: "checkbox", role: "switch", checked: on, onchange: () => change(box.checked) });
  return h("label", { class: "switch" }, h("span", {}, label, h("small", {}, detail)), box);
}
