/** One search at a time, away from the page. Cancelling is done from outside, by ending the worker. */
import { initSync, think, solve } from "narrows-wasm";
import type { Reply, Request } from "./protocol";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const send = (reply: Reply): void => scope.postMessage(reply);

scope.onmessage = (event: MessageEvent<WebAssembly.Module | Request>) => {
  const data = event.data;
  if (data instanceof WebAssembly.Module) {
    initSync({ module: data });
    send({ type: "ready" });
    return;
  }
  const { id } = data;
  try {
    if (data.type === "think") {
      const choice = think(data.record, data.level, data.budget, data.seed, (progress) =>
        send({ type: "progress", id, progress }),
      );
      send({ type: "choice", id, choice });
    } else {
      const solution = solve(data.record, data.budget, (progress) =>
        send({ type: "progress", id, progress }),
      );
      send({ type: "solution", id, solution });
    }
  } catch (error) {
    send({ type: "failed", id, message: error instanceof Error ? error.message : String(error) });
  }
};
