// Lighthouse's figures on its throttled phone, for the first screen and for a game: each the median of three runs.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import lighthouse from "lighthouse";
import { launch, serve } from "./support.mjs";

const PORT = 9333;
const RUNS = 3;
/** Simulated throttling: what a slow network and processor make of the work that was seen, so that a busy machine matters little. */
const FLAGS = { port: PORT, output: "json", logLevel: "error", onlyCategories: ["performance", "accessibility", "best-practices", "seo"] };
/** Points that performance may fall short when the machine is busy. */
const SLACK = Number(process.env.NARROWS_LIGHTHOUSE_SLACK ?? 0);

const site = await serve({ base: "/narrows/" });
const browser = await launch([`--remote-debugging-port=${PORT}`]);
after(async () => {
  await browser.close();
  await site.close();
});

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

// A visitor arrives at the first screen. A link to a game waits for the engine before its largest text is final.
for (const { name, path, performance, seconds } of [
  { name: "the first screen", path: "", performance: 95, seconds: 1.5 },
  { name: "a game", path: "#/black-narrows", performance: 90, seconds: 3.5 },
]) {
  test(`Lighthouse on ${name}`, { timeout: 300000 }, async () => {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) runs.push((await lighthouse(site.url + path, FLAGS)).lhr);
    const score = (category) => Math.round(median(runs.map(({ categories }) => categories[category].score)) * 100);
    const figure = (audit) => median(runs.map(({ audits }) => audits[audit].numericValue));
    const largest = figure("largest-contentful-paint");
    console.log(
      `${name}: performance ${score("performance")}, accessibility ${score("accessibility")}, best practices ${score("best-practices")}, SEO ${score("seo")}; ` +
        `first paint ${(figure("first-contentful-paint") / 1000).toFixed(2)} s, largest ${(largest / 1000).toFixed(2)} s, ` +
        `blocked ${figure("total-blocking-time").toFixed(0)} ms, shift ${figure("cumulative-layout-shift").toFixed(3)}, speed index ${(figure("speed-index") / 1000).toFixed(2)} s`,
    );
    for (const category of ["accessibility", "best-practices", "seo"]) {
      const failed = Object.values(runs[0].audits).filter(
        ({ id, score: points }) => points !== null && points < 1 && runs[0].categories[category].auditRefs.some((ref) => ref.id === id && ref.weight > 0),
      );
      assert.equal(score(category), 100, `${category}: ${failed.map(({ id }) => id).join(", ")}`);
    }
    assert.ok(score("performance") >= performance - SLACK, `performance ${score("performance")}`);
    assert.ok(largest < 1000 * seconds, `largest paint after ${largest} ms`);
  });
}
