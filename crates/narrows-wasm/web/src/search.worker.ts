/** One search at a time, away from the page. Cancelling is done from outside, by ending the worker. */
import { initSync, Player, Solver, type Progress } from "narrows-wasm";
import type { Reply, Request } from "./protocol";

const scope = self as unknown as DedicatedWorkerGlobalScope;
/** What players and the solver learn is kept while the worker lives. */
const players = new Map<number, Player>();
let solver: Solver | null = null;

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
      const player = players.get(data.level) ?? new Player(data.level, data.seed);
      players.set(data.level, player);
      const choice = player.choose(data.record, data.budget, (progress) =>
        send({ type: "progress", id, progress }),
      );
      send({ type: "choice", id, choice });
    } else {
      solver ??= new Solver();
      const report = (progress: Progress): void => send({ type: "progress", id, progress });
      const solution = solver.solve(data.record, data.budget, report, data.all);
      send({ type: "solution", id, solution });
    }
  } catch (error) {
    send({ type: "failed", id, message: error instanceof Error ? error.message : String(error) });
  }
};
