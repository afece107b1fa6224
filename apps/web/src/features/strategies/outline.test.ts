import { describe, expect, it } from "vitest";
import { conditionFormula, distanceFormula } from "./formula";
import { outlineOf } from "./outline";
import { outlineWords } from "./outlineWords";
import { trend } from "./testing";

const say = (phrase: keyof typeof outlineWords.en, values: Record<string, string | number> = {}) =>
  outlineWords.en[phrase].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

describe("the outline of rules that are not saved", () => {
  it("lists market, indicators, entry, exits and size from the definition", () => {
    const told = outlineOf(trend, say).map(({ name, rules }) => [name, rules.map((r) => r.text)]);
    expect(told).toEqual([
      ["market", ["Chinese A-shares: DEMO1.SZ, daily bars"]],
      ["indicators", ["ema_fast = ema(period 10)", "ema_slow = ema(period 30)"]],
      ["entry", ["ema_fast ↗ ema_slow ∧ ema_fast > 20"]],
      ["exit", ["Trailing stop: 2.5 × ATR back from the best price"]],
      ["size", ["The stop costs at most 1% of the equity"]],
    ]);
  });

  it("shows what it does not know as it is written, and never guesses", () => {
    const odd = { ...trend, timeframe: "2h", trade: { long: { exits: [{ type: "moon" }] } } };
    const texts = outlineOf(odd, say).flatMap(({ rules }) => rules.map((rule) => rule.text));
    expect(texts).toContain('Chinese A-shares: DEMO1.SZ, "2h"');
    expect(texts).toContain('{"type":"moon"}');
  });

  it("does not break on a document that is no strategy at all", () => {
    expect(() => outlineOf({ trade: 3, factors: [] }, say)).not.toThrow();
  });
});

describe("formulas", () => {
  it("keep groups apart and show how far back a value is", () => {
    const condition = {
      any: [
        { all: [{ cmp: { left: { ref: "rsi", lag: 2 }, op: "lte", right: 30 } }, { ref: "flag" }] },
        { not: { ref: "flag" } },
      ],
    };
    expect(conditionFormula(condition)).toBe("(rsi[−2] ≤ 30 ∧ flag) ∨ ¬(flag)");
  });

  it("write a fraction as a percentage without the noise of floating point", () => {
    expect(distanceFormula({ kind: "pct", value: 0.07 })).toBe("7%");
  });
});
