import { expect, test } from "vitest";
import { compareAddress, comparedIn, MOST_COMPARED, toggled } from "./chosen";

const ids = Array.from({ length: 8 }, (_, index) => `0000000${index}`);

test("an address keeps each backtest once, and at most six", () => {
  const search = compareAddress([...ids, ids[0]!]).split("?")[1]!;
  expect(comparedIn(search)).toEqual(ids.slice(0, MOST_COMPARED));
  expect(comparedIn("ids=../x,<b>")).toEqual([]);
});

test("the seventh is not taken, and a second press gives one back", () => {
  const six = ids.slice(0, 6);
  expect(toggled(six, ids[7]!)).toEqual(six);
  expect(toggled(six, ids[2]!)).toHaveLength(5);
});
