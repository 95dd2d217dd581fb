/** The few helpers that make plain DOM code short. */

type Child = Node | string | null | undefined | false;
type Props = Readonly<Record<string, string | number | boolean | EventListener | undefined>>;

/** An element with attributes (`on…` functions become listeners, `true` an empty attribute). */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

/** Changes text only where it differs, so that nothing is repainted or spoken twice. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** An inline icon, drawn with strokes on a 24 by 24 field; words beside it carry the meaning. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

export const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  undo: "M9 7 4.5 11.5 9 16M5 11.5h9a5.5 5.5 0 0 1 0 8h-2",
  hint: "M9.5 18h5M10.5 21h3M8.5 14.5a6 6 0 1 1 7 0c-.6.5-1 1.1-1 2h-5c0-.9-.4-1.5-1-2Z",
  confirm: "m5 12.5 4.5 4.5L19 7.5",
  fresh: "M12 5v14M5 12h14",
  stop: "M7 7h10v10H7z",
  go: "M8 5.5v13l10.5-6.5z",
  first: "M17 6l-7 6 7 6M7 6v12",
  back: "M15 6l-7 6 7 6",
  forward: "M9 6l7 6-7 6",
  last: "M7 6l7 6-7 6M17 6v12",
  close: "M6 6l12 12M18 6 6 18",
  home: "M4 11.5 12 5l8 6.5M6.5 10v9h11v-9",
} as const;

/** Whether motion should be left out. */
export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Resolves once what was just drawn has been painted (or at once in a hidden tab). */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve();
    const fallback = setTimeout(resolve, 120);
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(fallback);
        resolve();
      }),
    );
  });
}
