/** Works offline: registers the service worker and offers a new version when one is ready. */
import { toast } from "./dialogs";
import { t } from "./strings";

export function watchForVersions(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  // Only who took the new version is reloaded: nobody in mid-game in another tab.
  let taken = false;
  serviceWorker.addEventListener("controllerchange", () => {
    if (taken) location.reload();
  });
  // A worker that is about to take over asks first whether this page is alive.
  serviceWorker.addEventListener("message", (event: MessageEvent) => {
    if (event.data === "alive?") event.ports[0]?.postMessage("alive");
  });
  const offer = (worker: ServiceWorker): void => {
    const run = (): void => {
      taken = true;
      worker.postMessage("take over");
    };
    toast(t.page.newVersion, { label: t.page.update, run });
  };
  const watch = (registration: ServiceWorkerRegistration): void => {
    if (registration.waiting && serviceWorker.controller) offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed" && serviceWorker.controller) offer(worker);
      });
    });
  };
  // Without a service worker the page works, but only online.
  serviceWorker
    .register("./sw.js", { updateViaCache: "none" })
    .then(watch)
    .catch(() => undefined);
}
