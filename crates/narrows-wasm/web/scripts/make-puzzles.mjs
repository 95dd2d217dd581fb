// Finds positions with exactly one winning move: node scripts/make-puzzles.mjs > src/puzzles.json
import { Game, Solver, think } from "../../../../target/npm/narrows-wasm/node.js";

const WANTED = [
  ["black-narrows", 4, 4, 5, 3],
  ["black-narrows", 5, 5, 6, 6],
  ["black-narrows", 6, 6, 8, 7],
  ["narrows", 4, 4, 5, 4],
  ["narrows", 5, 4, 6, 4],
  ["narrows", 6, 5, 7, 4],
];
const puzzles = [];
let seed = 1;
for (const [kind, columns, rows, fewest, count] of WANTED) {
  const solver = new Solver();
  const found = new Set();
  while (found.size < count) {
    seed += 1;
    const game = new Game(kind, columns, rows, false);
    const moves = 2 + (seed % (columns * rows) * 0.6);
    for (let ply = 0; ply < moves && !game.outcome(); ply += 1) game.play(think(game.record(), 2, 200, seed * 32 + ply).move);
    const choices = game.legalMoves().length;
    // Enough to choose from, few enough to be sure within moments.
    if (choices >= fewest && choices <= 2 * fewest + 4) {
      const { best, moves: all } = solver.solve(game.record(), 3000);
      const { position } = game.view();
      if (best.length === 1 && all.every(({ value }) => value !== "unknown") && !found.has(position)) {
        found.add(position);
        puzzles.push({ kind, position, win: best[0] });
        console.error(`${kind} ${columns}x${rows}: ${found.size} of ${count}`);
      }
    }
    game.free();
  }
}
console.log(JSON.stringify(puzzles, null, 1));
