import { describe, expect, it } from "vitest";
import { verdictOf } from "./verdict";

describe("a verdict", () => {
  it("is none where the judge said nothing", () => {
    expect(verdictOf(null)).toBeNull();
    expect(verdictOf({})).toBeNull();
  });

  it("gives prices as figures, and the entry without the id of its row", () => {
    const verdict = verdictOf({
      action: "SELL",
      stop_loss: { value: "107.88", expert: "technical_analyst", rows: [] },
      take_profit: null,
      entry_strategy: "Sell near 101.26 [bar:DEMO3.SZ:1d:2025-12-31:demo].",
    });
    expect(verdict).toMatchObject({
      stopLoss: "107.88",
      takeProfit: null,
      entry: "Sell near 101.26.",
    });
  });

  it("leaves out the stages that did not happen", () => {
    const verdict = verdictOf({
      action: "HOLD",
      stages: { before_debate: 0.4, after_bull: null, after_judge: 0.5 },
    });
    expect(verdict?.path.map(({ stage }) => stage)).toEqual(["before_debate", "after_judge"]);
  });
});
