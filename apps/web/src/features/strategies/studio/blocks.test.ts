import { expect, test } from "vitest";
import { sentences, trend } from "../testing";
import { blocksOf, homeless, numberName } from "./blocks";

const tunable = (pointer: string) => ({
  pointer,
  kind: "int" as const,
  value: 10,
  minimum: 2,
  maximum: 40,
  step: 1,
});
const problem = (pointer: string) => ({
  stage: "schema" as const,
  code: "unknown_key" as const,
  pointer,
  expected: "",
  found: "",
  suggestion: "",
});
const stop = "/trade/long/exits/0";

test("each sentence, number and problem stands at its rule", () => {
  const blocks = blocksOf({
    document: trend,
    sentences,
    tunables: [tunable("/factors/ema_fast/params/period"), tunable(`${stop}/stop/value`)],
    problems: [problem(`${stop}/stop/kind`), problem("/trade/long/entry/condition/all/0")],
  });
  expect(blocks.map(({ pointer }) => pointer)).toEqual([
    "/universe",
    "/factors/ema_fast",
    "/factors/ema_slow",
    "/trade/long/entry",
    stop,
    "/trade/long/position_sizing",
  ]);
  const exit = blocks.find(({ pointer }) => pointer === stop)!;
  expect(exit.sentences).toEqual(["Sell when the price has come back."]);
  expect([exit.tunables.length, exit.problems.length]).toEqual([1, 1]);
  expect(blocks[1]!.title).toBe("ema_fast = EMA(10)");
});

test("a problem that belongs to no rule is not lost", () => {
  expect(
    homeless(trend, [problem("/foo"), problem(stop), problem("")]).map(({ pointer }) => pointer),
  ).toEqual(["/foo", ""]);
});

test("a number is called what it does at its place", () => {
  expect(numberName("/factors/a/params/period")).toBe("period");
  expect(numberName(`${stop}/stop/value`)).toBe("stop");
  expect(numberName(`${stop}/stop/period`)).toBe("atr_period");
  expect(numberName("/trade/long/entry/condition/all/1/cmp/right")).toBe("threshold");
  expect(numberName("/trade/long/position_sizing/target")).toBe("volatility");
  expect(numberName("/factors/a/params/k_period")).toBeNull();
});
