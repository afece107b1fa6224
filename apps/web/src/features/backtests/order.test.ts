import { describe, expect, it } from "vitest";
import { bodyOf, createKeys, isClean, newOrder, problemsOf } from "./order";

const ORDER = newOrder("s-1", "");

describe("the order of a backtest", () => {
  it("asks for nothing but the strategy when the rest is left empty", () => {
    expect(bodyOf(ORDER)).toEqual({ strategy_id: "s-1" });
    expect(isClean(problemsOf(ORDER))).toBe(true);
  });

  it("sends percent as fractions, and every cost once a person sets their own", () => {
    const costs = { ...ORDER.costs, commission_rate: "0.03", commission_minimum: "5" };
    expect(bodyOf({ ...ORDER, costsKind: "own", costs }).costs).toEqual({
      commission_rate: expect.closeTo(0.0003, 10),
      commission_per_share: 0,
      commission_minimum: 5,
      slippage: 0,
      spread: 0,
      impact: 0,
    });
  });

  it("sends an amount of money as it was written", () => {
    expect(bodyOf({ ...ORDER, cash: "250000.50" }).cash).toBe("250000.50");
  });

  it("needs a strategy", () => {
    expect(problemsOf(newOrder("", "")).strategyId).toBe("strategy_missing");
  });

  it("cannot end before it begins", () => {
    const order = { ...ORDER, start: "2025-02-01", end: "2025-01-31" };
    expect(problemsOf(order).end).toBe("period_wrong");
  });

  it.each(["0", "-5", "much"])("does not begin with %s of money", (cash) => {
    expect(problemsOf({ ...ORDER, cash }).cash).toBe("number_wrong");
  });

  it.each(["-1", "100", "x"])("has no slippage of %s percent", (slippage) => {
    const order = { ...ORDER, costsKind: "own" as const, costs: { ...ORDER.costs, slippage } };
    expect(problemsOf(order).slippage).toBe("cost_wrong");
  });

  it("has the same key until it changes, so that a lost answer is not run twice", () => {
    const keyOf = createKeys();
    const first = keyOf(bodyOf(ORDER));
    expect(keyOf(bodyOf(ORDER))).toBe(first);
    expect(keyOf(bodyOf({ ...ORDER, cash: "1" }))).not.toBe(first);
  });
});
