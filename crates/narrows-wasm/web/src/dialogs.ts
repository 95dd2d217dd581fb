/** Dialogs on the browser's own `dialog` element, which keeps focus inside and gives it back. */
import { h, icon, ICONS } from "./dom";
import { t } from "./strings";

const closeButton = (run: () => void): HTMLButtonElement =>
  h("button", { type: "button", class: "round", "aria-label": t.close, onclick: run }, icon(ICONS.close));

/** Opens a sheet with a title; returns it so that the caller can close it. */
export function openSheet(title: string, content: Node, className = ""): HTMLDialogElement {
  const id = `sheet-${Math.random().toString(36).slice(2)}`;
  const sheet: HTMLDialogElement = h(
    "dialog",
    { class: `sheet ${className}`, "aria-labelledby": id },
    h("header", {}, h("h2", { id }, title), closeButton(() => sheet.close())),
    h("div", { class: "sheet-body", tabindex: "-1" }, content),
  );
  sheet.addEventListener("close", () => sheet.remove());
  sheet.addEventListener("pointerdown", (event) => {
    // The backdrop belongs to the dialog element itself.
    if (event.target === sheet) sheet.close();
  });
  document.body.append(sheet);
  sheet.showModal();
  return sheet;
}

/** Asks a question with two plain answers; Esc and the backdrop mean no. */
export function ask(question: string, detail: string, yes: string, no: string): Promise<boolean> {
  return new Promise((resolve) => {
    const id = `ask-${Math.random().toString(36).slice(2)}`;
    let answer = false;
    const end = (value: boolean): void => {
      answer = value;
      dialog.close();
    };
    const stay = h("button", { type: "button", class: "button", onclick: () => end(false) }, no);
    const dialog: HTMLDialogElement = h(
      "dialog",
      { class: "ask", "aria-labelledby": id },
      h("h2", { id }, question),
      h("p", {}, detail),
      h(
        "div",
        { class: "answers" },
        stay,
        h("button", { type: "button", class: "button primary", onclick: () => end(true) }, yes),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
    stay.focus();
  });
}

let toastTimer = 0;
let removeToast = (): void => undefined;

/** A button of a short message. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** A short message at the edge of the screen; with buttons it stays until it is closed. Gives what takes it away. */
export function toast(text: string, ...actions: readonly ToastAction[]): () => void {
  removeToast();
  clearTimeout(toastTimer);
  const bar = h("div", { class: "toast", role: "status" }, h("span", {}, text));
  const remove = (): void => {
    // Whoever pressed one of its buttons by keyboard goes on from the top of the screen.
    if (bar.contains(document.activeElement)) document.querySelector<HTMLElement>("#app h1")?.focus({ preventScroll: true });
    bar.remove();
  };
  for (const { label, run } of actions) {
    const press = (): void => {
      remove();
      run();
    };
    bar.append(h("button", { type: "button", class: "button primary small", onclick: press }, label));
  }
  if (actions.length === 0) toastTimer = window.setTimeout(remove, 3500);
  else bar.append(closeButton(remove));
  document.body.append(bar);
  removeToast = remove;
  return remove;
}
