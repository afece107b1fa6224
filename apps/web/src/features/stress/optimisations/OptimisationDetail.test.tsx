import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer } from "../../../testing/FakeServer";
import { renderApp } from "../../../testing/renderApp";
import { words } from "./words";

const { en } = words;

// The page loads its parts when they are wanted, which takes a busy machine a while.

const FIGURES = { trades: 13, total_return: 0.277, max_drawdown: -0.02, sharpe: 1.34 };
const HELD_OUT = { trades: 7, total_return: -0.008, max_drawdown: -0.04, sharpe: -0.1 };
const INTERVAL = { value: -0.1, low: -1.32, high: 1.13 };

const OPTIMISATION = {
  id: "o",
  job_id: "o",
  status: "done",
  progress: 1,
  message: "",
  error: null,
  name: "Trend",
  strategy_id: "s",
  version: 1,
  lineage_id: "l",
  trials: 429,
  goals: ["sharpe"],
  created_at: "2026-11-15T10:00:00Z",
  finished_at: "2026-11-15T10:00:01Z",
  result: { found: [{ sharpe: 1.34, held_out_sharpe: -0.1 }] },
};

const REPORT = {
  is_demo: true,
  limits: { fewest_trades: 10 },
  periods: {
    fit: { first: "2015-01-05T00:00:00Z", last: "2022-05-13T00:00:00Z" },
    fit_bars: 1779,
    purged_bars: 86,
    held_out: { first: "2022-09-15T00:00:00Z", last: "2025-12-31T00:00:00Z" },
    held_out_bars: 799,
  },
  tuned: [{ pointer: "/factors/adx/params/period", chosen: 14, values: [7, 8, 9] }],
  counts: { completed: 30, given_up: 0, refused: 0, distinct: 30, within_limits: 15 },
  luck: { en: "Not proven.", zh: "尚未得到证明。" },
  found: [
    {
      trial: 7,
      changes: [{ pointer: "/factors/adx/params/period", before: 14, after: 10 }],
      fit: FIGURES,
      held_out: { ...HELD_OUT, sharpe_interval: INTERVAL },
      overfitting: { deflated_sharpe: 0.912 },
    },
  ],
  given: { fit: FIGURES, held_out: { ...HELD_OUT, sharpe_interval: null } },
};

function serverWith(report: object = REPORT): FakeServer {
  const server = new FakeServer();
  server.answers.set("/api/v1/stress/optimisations", { optimisations: [OPTIMISATION], next: null });
  server.answers.set("/api/v1/stress/optimisations/o", OPTIMISATION);
  server.answers.set("/api/v1/stress/optimisations/o/report", report);
  return server;
}

describe("optimisations", () => {
  it("say in the list what was fitted and what is left of it", async () => {
    renderApp("/stress/optimisations", serverWith());
    const item = await screen.findByTestId("optimisation-item");
    expect(item.textContent).toContain("Sharpe: 1.34 in sample, -0.10 held out");
  });

  it("explain themselves to who has none", async () => {
    renderApp("/stress/optimisations");
    expect(await screen.findByTestId("empty-optimisations")).toBeTruthy();
  });

  it("put luck first and show the held-out range of the find", async () => {
    renderApp("/stress/optimisations/o", serverWith());
    expect((await screen.findByTestId("optimisation-luck")).textContent).toBe("Not proven.");
    const table = screen.getByRole("region", { name: en.compare });
    const cells = within(table)
      .getAllByRole("cell")
      .map((cell) => cell.textContent);
    expect(cells).toContain("-0.10\u00a0(-1.32\u00a0to\u00a01.13)");
    expect(screen.getByText(en.unproven)).toBeTruthy();
  });

  it("suggest nothing where nothing kept the limits", async () => {
    renderApp("/stress/optimisations/o", serverWith({ ...REPORT, found: [] }));
    expect(await screen.findByText(en.none_found)).toBeTruthy();
    expect(screen.queryByText(en.unproven)).toBeNull();
  });
});
