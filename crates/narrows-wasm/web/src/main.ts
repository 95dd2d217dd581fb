/** Starts the page and shows the screen that the address names. */
import "@fontsource-variable/figtree/wght.css";
import "./style/index.css";
import { makeApp } from "./app";
import { startEngine } from "./engine";
import { takeDrops } from "./games";
import { Live } from "./live";
import { watchForVersions } from "./offline";
import { Router } from "./router";
import { SETTINGS_KEY } from "./settings";
import { speak } from "./strings";
import { applyLook } from "./theme";

declare global {
  interface Window {
    /** The script in index.html: see `boot.js`. */
    readonly narrowsBoot: {
      /** Puts one sentence, `boot.…` of the words, in place of the page. */
      tell(what: "noWebAssembly" | "notLoaded", again: boolean): void;
      /** Loads the page anew without what is kept of it, once a minute at most. */
      heal(): void;
      /** Runs something once there is a first picture. */
      whenPainted(run: () => void): void;
    };
  }
}

function start(): void {
  // The script in index.html has said already why the page cannot start.
  if ("broken" in document.documentElement.dataset) return;
  const live = new Live();
  document.body.append(live.element);
  const engine = new Promise<void>((resolve) => window.narrowsBoot.whenPainted(resolve)).then(startEngine);
  const app = makeApp(engine, live);
  speak(app.settings.value.language);
  applyLook(app.settings.value);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyLook(app.settings.value));
  app.settings.onChange((settings) => {
    applyLook(settings);
    speak(settings.language);
  });
  window.addEventListener("storage", ({ key }) => {
    if (key === SETTINGS_KEY) app.settings.reread();
  });
  document.documentElement.dataset["started"] = "";
  engine.catch((error: unknown) => {
    // Compiling fails where WebAssembly is blocked or too new; else the file could not be had.
    if (error instanceof WebAssembly.CompileError || error instanceof EvalError) window.narrowsBoot.tell("noWebAssembly", true);
    else window.narrowsBoot.heal();
  });
  // A screen's code of this version that is gone after an update.
  addEventListener("vite:preloadError", () => window.narrowsBoot.heal());
  takeDrops(app);
  void new Router(app).show();
  watchForVersions();
}

start();
