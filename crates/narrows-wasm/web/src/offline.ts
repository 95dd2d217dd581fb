/** Works offline: registers the service worker and offers a new version when one is ready. */
import { toast } from "./dialogs";

export function watchForVersions(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  // The first visit is also "a new controller"; only a change of one reloads the page.
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (controlled) location.reload();
    controlled = true;
  });
  const offer = (worker: ServiceWorker): void =>
    toast("A new version is ready.", {
      label: "Update",
      run: () => worker.postMessage("take over"),
    });
  serviceWorker
    .register("./sw.js")
    .then((registration) => {
      if (registration.waiting && serviceWorker.controller) offer(registration.waiting);
      registration.addEventListener("updatefound", () => {
        const worker = registration.installing;
        worker?.addEventListener("statechange", () => {
          if (worker.state === "installed" && serviceWorker.controller) offer(worker);
        });
      });
    })
    .catch(() => {
      // Without a service worker the page works, but only online.
    });
}
