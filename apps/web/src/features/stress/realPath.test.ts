import { describe, expect, it } from "vitest";
import { FakeDesk } from "../../testing/FakeDesk";
import { apiOf } from "../../testing/renderApp";
import { placed, realPath } from "./realPath";
import { aReport } from "./testing/aReport";

const signal = new AbortController().signal;

function deskWith(figures: Record<string, number>, strategy_hash = "hash"): FakeDesk {
  const desk = new FakeDesk();
  desk.answers.set("/api/v1/backtests", {
    backtests: [{ id: "b", strategy_hash, result: { figures } }],
    next: null,
  });
  desk.answers.set("/api/v1/backtests/b/equity", {
    time: ["2020-01-01T00:00:00Z", "2020-01-11T00:00:00Z"],
    equity: [100, 104],
  });
  return desk;
}

describe("the real path", () => {
  it("is the equity of the backtest that was the same run", async () => {
    const desk = deskWith({ initial_cash: 100, bars: 11, total_return: 0.04 });
    expect(await realPath(apiOf(desk), "s", aReport(), signal)).toEqual([
      { bar: 0, value: 100 },
      { bar: 10, value: 104 },
    ]);
  });

  it("is not drawn from a run with another result, other money or other rules", async () => {
    const others = [
      deskWith({ initial_cash: 100, bars: 11, total_return: 0.05 }),
      deskWith({ initial_cash: 999, bars: 11, total_return: 0.04 }),
      deskWith({ initial_cash: 100, bars: 11, total_return: 0.04 }, "other"),
    ];
    for (const desk of others) {
      expect(await realPath(apiOf(desk), "s", aReport(), signal)).toBeNull();
    }
  });

  it("places thinned days in proportion", () => {
    const time = ["2020-01-01", "2020-01-02", "2020-01-05"];
    const bars = placed({ time, equity: [1, 2, 3] }, 8).map((point) => point.bar);
    expect(bars).toEqual([0, 2, 8]);
  });
});
