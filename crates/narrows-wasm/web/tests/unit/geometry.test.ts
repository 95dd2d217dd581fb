import { describe, expect, test } from "vitest";
import { center, fit, frameWidth, locate, pointName, waterPath, type Frame } from "../../src/geometry";
import { fromFragment, toFragment } from "../../src/share";

const frame: Frame = { columns: 5, rows: 4, band: 30 };

describe("geometry", () => {
  test("points are named from the bottom left", () => {
    expect(pointName(0, 5)).toBe("a1");
    expect(pointName(12, 5)).toBe("c3");
    expect(pointName(675, 26)).toBe("z26");
  });

  test("every point is found where it is drawn, also on a board that is turned around", () => {
    for (const flipped of [false, true]) {
      const turned = { ...frame, flipped };
      for (let point = 0; point < 20; point += 1) {
        const { x, y } = center(point, turned);
        expect(locate(x, y, turned, "near")).toBe(point);
        expect(locate(x + 40, y, turned, "near")).toBe(point);
      }
    }
    const [a1, e4] = [center(0, frame), center(19, { ...frame, flipped: true })];
    expect(a1).toEqual(e4);
  });

  test("half a cell from a point is still its own, unless something waits for Confirm", () => {
    const { x, y } = center(6, frame);
    expect(locate(x + 48, y, frame, "near")).toBe("between");
    expect(locate(x + 48, y, frame, "half")).toBe(6);
    expect(locate(x + 45, y + 45, frame, "half")).toBe("between");
    expect(locate(x + 49, y + 49, frame, "always")).toBe(6);
  });

  test("between the points is no point, unless the magnifier snaps", () => {
    const { x, y } = center(0, frame);
    expect(locate(x + 50, y - 50, frame, "near")).toBe("between");
    expect(typeof locate(x + 49, y - 49, frame, "always")).toBe("number");
    expect(locate(10, 10, frame, "near")).toBe("between");
    expect(locate(-1, 10, frame, "near")).toBe("off");
    expect(locate(frameWidth(frame) + 1, 10, frame, "near")).toBe("off");
  });

  test("a board fits into its room", () => {
    for (const [columns, rows, width, height] of [
      [8, 8, 360, 400],
      [26, 26, 360, 400],
      [1, 26, 1000, 700],
      [2, 2, 1000, 800],
    ] as const) {
      const { cell, band } = fit(columns, rows, width, height, true);
      expect(columns * cell + 2 * band).toBeLessThanOrEqual(width + 1);
      expect(rows * cell + 2 * band).toBeLessThanOrEqual(height + 1);
    }
  });

  test("water joins neighbours and only them", () => {
    expect(waterPath([0, 1], frame).match(/h100/g)).toHaveLength(1);
    expect(waterPath([0, 6], frame)).not.toMatch(/h100|v-100/);
    expect(waterPath([4, 5], frame)).not.toMatch(/h100/);
    expect(waterPath([0, 1, 5, 6], frame)).toMatch(/z$/);
  });
});

describe("share links", () => {
  test("hold any text and give it back", async () => {
    const record = '[Game "Narrows"]\n{a comment, ü, 漢}\n1. a1xa2 swap *\n'.repeat(40);
    const fragment = await toFragment(record);
    expect(fragment).toMatch(/^#\/share\/z[\w-]+$/);
    expect(await fromFragment(fragment)).toBe(record);
  });

  test("other fragments are none, damaged ones say so", async () => {
    expect(await fromFragment("#/narrows")).toBeNull();
    await expect(fromFragment("#/share/zAAAA")).rejects.toThrow(/damaged/);
    await expect(fromFragment("#/share/q")).rejects.toThrow(/damaged/);
  });
});
