import { describe, expect, it } from "vitest";
import { FakeServer } from "../../testing/FakeServer";
import { apiOf } from "../../testing/renderApp";
import { placed, realPath } from "./realPath";
import { aReport } from "./testing/aReport";

const signal = new AbortController().signal;

function serverWith(figures: Record<string, number>, strategy_hash = "hash"): FakeServer {
  const server = new FakeServer();
  server.answers.set("/api/v1/backtests", {
    backtests: [{ id: "b", strategy_hash, result: { figures } }],
    next: null,
  });
  server.answers.set("/api/v1/backtests/b/equity", {
    time: ["2020-01-01T00:00:00Z", "2020-01-11T00:00:00Z"],
    equity: [100, 104],
  });
  return server;
}

describe("the real path", () => {
  it("is the equity of the backtest that was the same run", async () => {
    const server = serverWith({ initial_cash: 100, bars: 11, total_return: 0.04 });
    expect(await realPath(apiOf(server), "s", aReport(), signal)).toEqual([
      { bar: 0, value: 100 },
      { bar: 10, value: 104 },
    ]);
  });

  it("is not drawn from a run with another result, other money or other rules", async () => {
    const others = [
      serverWith({ initial_cash: 100, bars: 11, total_return: 0.05 }),
      serverWith({ initial_cash: 999, bars: 11, total_return: 0.04 }),
      serverWith({ initial_cash: 100, bars: 11, total_return: 0.04 }, "other"),
    ];
    for (const server of others) {
      expect(await realPath(apiOf(server), "s", aReport(), signal)).toBeNull();
    }
  });

  it("places thinned days in proportion", () => {
    const time = ["2020-01-01", "2020-01-02", "2020-01-05"];
    const bars = placed({ time, equity: [1, 2, 3] }, 8).map((point) => point.bar);
    expect(bars).toEqual([0, 2, 8]);
  });
});
