/** Labelled fields of the menu. */
import { h } from "./dom";

let choices = 0;

/**
 * A labelled choice from a list. Arrow keys walk through the list without choosing: what they stop at is
 * taken by Enter, or when the focus leaves the group of fields.
 */
export function choice(
  label: string,
  options: readonly (readonly [value: string, words: string])[],
  value: string,
  change: (value: string) => void,
): HTMLDivElement {
  const id = `choice-${(choices += 1)}`;
  const select = h(
    "select",
    { id },
    ...options.map(([key, words]) => h("option", { value: key, selected: key === value }, words)),
  );
  let walking = false;
  let taken = value;
  const take = (): void => {
    if (select.value === taken) return;
    taken = select.value;
    change(taken);
  };
  select.addEventListener("pointerdown", () => (walking = false));
  select.addEventListener("keydown", ({ key }) => {
    walking = key !== "Enter";
    if (!walking) take();
  });
  select.addEventListener("change", () => {
    if (!walking) take();
  });
  // Once it stands in its group: leaving that takes what was walked to.
  queueMicrotask(() => {
    const group = select.closest("fieldset") ?? select;
    group.addEventListener("focusout", (event) => {
      const { relatedTarget } = event as FocusEvent;
      if (select.isConnected && !group.contains(relatedTarget as Node | null)) take();
    });
  });
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
