import { expect, test } from "vitest";
import { nearest, normalised, rangeOf } from "./scales";

test("the last point that is not after the pointer is read", () => {
  expect([0, 9, 10, 15, 25, 99].map((at) => nearest([10, 20, 30], at))).toEqual([0, 0, 0, 0, 1, 2]);
});

test("a line that does not move is drawn in the middle", () => {
  expect(rangeOf([{ value: [100, 100] }])).toEqual([99, 101]);
  expect(rangeOf([{ value: [1, 3] }, { value: [-2, 2] }])).toEqual([-2, 3]);
  expect(rangeOf([])).toEqual([0, 1]);
});

test("curves of different size start together", () => {
  expect(normalised([200, 250, 100])).toEqual([0, 0.25, -0.5]);
});
