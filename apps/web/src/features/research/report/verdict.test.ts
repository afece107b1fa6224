import { describe, expect, it } from "vitest";
import { verdictOf } from "./verdict";

describe("a verdict", () => {
  it("is none where the judge said nothing", () => {
    expect(verdictOf(null)).toBeNull();
    expect(verdictOf({})).toBeNull();
  });

  it("gives prices as figures", () => {
    const verdict = verdictOf({
      action: "SELL",
      stop_loss: { value: "107.88", expert: "technical_analyst", rows: [] },
      take_profit: null,
    });
    expect(verdict).toMatchObject({ stopLoss: "107.88", takeProfit: null });
  });

  it("of a past day is known by its book", () => {
    expect(verdictOf({ action: "HOLD", book: "walk_back", call_number: 3 })).toMatchObject({
      isWalkBack: true,
      callNumber: 3,
    });
    expect(verdictOf({ action: "HOLD", book: "live" })?.isWalkBack).toBe(false);
  });
});
