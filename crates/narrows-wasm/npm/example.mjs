// Two levels play Black Narrows on 6x6 and print the game: node example.mjs
import { Game, solve, think } from "narrows-wasm";

const game = new Game("black-narrows", 6, 6);
const levels = { first: 2, second: 4 };
game.setNames(`level ${levels.first}`, `level ${levels.second}`);
game.setDate("2026-11-29");

while (!game.outcome()) {
  const { toMove, ply } = game.view();
  const choice = think(game.record(), levels[toMove], 1000, 7 + ply);
  game.play(choice.move);
}
console.log(game.record());

// The solver knows the last moves exactly.
const plies = game.view().plies;
const { value, nodes } = solve(game.recordAt(plies - 2), 1000);
console.log(`two moves before the end the player to move has a ${value} (${nodes} nodes)`);

// Errors carry the engine's own words.
try {
  game.play("k12");
} catch (error) {
  console.log(error.message);
}
