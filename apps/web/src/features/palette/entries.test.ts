import { expect, test } from "vitest";
import { type Entry, matching } from "./entries";

const entry = (id: string, group: Entry["group"], also = ""): Entry => ({
  id,
  group,
  title: id,
  also,
  go: "/",
});

test("every word has to be found, in either language, and groups stay together", () => {
  const all = [
    entry("EMA cross", "strategy"),
    entry("Run a backtest", "action", "运行回测"),
    entry("Backtests", "place"),
  ];
  expect(matching(all, "back").map(({ id }) => id)).toEqual(["Backtests", "Run a backtest"]);
  expect(matching(all, "回测").map(({ id }) => id)).toEqual(["Run a backtest"]);
  expect(matching(all, "cross ema").map(({ id }) => id)).toEqual(["EMA cross"]);
  expect(matching(all, "nothing")).toEqual([]);
  expect(matching(all, "")).toHaveLength(3);
});

test("a group does not crowd out the others", () => {
  const many = Array.from({ length: 20 }, (_, index) => entry(`run ${index}`, "run"));
  expect(matching([...many, entry("run all", "setting")], "run")).toHaveLength(7);
});
