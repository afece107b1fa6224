// A small stress test and its report for tests; no page shows it.
import type { StressReport, TestedInDetail } from "../report";

const both = <T>(en: T, zh: T = en) => ({ en, zh });
const range = (value: number) => ({ value, low: value - 0.1, high: value + 0.1 });

export function aTest(changed: Partial<TestedInDetail> = {}): TestedInDetail {
  return {
    id: "stress-1",
    stress_report_id: "stress-1",
    scenario_set_id: "set-1",
    job_id: "stress-1",
    status: "done",
    progress: 1,
    message: "",
    error: null,
    verdict: "revise",
    name: "Trend",
    strategy_id: "strategy-1",
    version: 2,
    strategy_hash: "hash",
    lineage_id: "lineage-1",
    trials: 399,
    tickers: ["DEMO1.SZ"],
    timeframe: "1d",
    created_at: "2026-11-15T10:00:00Z",
    finished_at: "2026-11-15T10:00:10Z",
    plan: {},
    joint_verdict: null,
    attempts: [],
    ...changed,
  };
}

export function aReport(changed: Partial<StressReport> = {}): StressReport {
  return {
    strategy: { hash: "hash", cash: 100, start: "2015-01-05", end: "2025-12-31" },
    is_demo: true,
    notice: both("Not investment advice."),
    verdict: {
      ruling: "revise",
      words: both({
        ruling: "Revise",
        told: "1 of 2 checks did not hold.",
        gaps: ["2008: no data."],
      }),
      reasons: [
        {
          code: "trades",
          ruling: "revise",
          subject: "",
          words: both({
            label: "Trades",
            measured: "19",
            limit: "at least 30",
            source: "default of the lab",
            says: "Revise",
            told: "It closed 19 trades.",
            change: "A longer history.",
          }),
        },
        {
          code: "ruin",
          ruling: "pass",
          subject: "",
          words: both({
            label: "Chance of ruin",
            measured: "0.1%",
            limit: "at most 1%",
            source: "your answer",
            says: "holds",
            told: "",
            change: "",
          }),
        },
      ],
    },
    tried: both(["6 crises."]),
    crises: [
      {
        key: "crash",
        name: both("Crash", "股灾"),
        start: "2015-06-12",
        end: "2016-02-29",
        status: "exercised",
        proxy: null,
        total_return: -0.05,
        market_return: -0.4,
        max_drawdown: -0.06,
        worst_day: -0.02,
        trades: 3,
        missing_words: null,
      },
      {
        key: "old",
        name: both("Old crisis", "旧危机"),
        start: "2007-10-16",
        end: "2008-10-28",
        status: "gap",
        proxy: null,
        total_return: null,
        market_return: null,
        max_drawdown: null,
        worst_day: null,
        trades: 0,
        missing_words: both("nothing stored"),
      },
    ],
    monte_carlo: [
      {
        world: "block_bootstrap",
        name: both("Blocks of the past"),
        paths: 2000,
        total_return: range(0.03),
        loss_share: range(0.3),
        bad_drawdown: range(-0.08),
        ruin: range(0.1),
        ruin_level: 0.5,
        fan: {
          bars: [0, 10],
          p5: [100, 80],
          p25: [100, 95],
          p50: [100, 103],
          p75: [100, 120],
          p95: [100, 150],
        },
      },
    ],
    sensitivity: {
      base: { sharpe: 0.3, total_return: 0.04, trades: 19 },
      curves: [
        { pointer: "/factors/adx/params/period", chosen: 14, points: [], fragility: 1 },
        { pointer: "/trade/long/exits/1/stop/value", chosen: 2.5, points: [], fragility: 0.2 },
      ],
      heatmap: {
        first: "/factors/adx/params/period",
        second: "/trade/long/exits/1/stop/value",
        first_values: [12, 14],
        second_values: [2.5, 3],
        sharpe: [
          [0.1, null],
          [0.29, -0.4],
        ],
      },
      frictions: [{ kind: "cost_x2", sharpe: 0.2, total_return: 0.02, trades: 19 }],
    },
    walk_forward: null,
    overfitting: {
      trials: 399,
      weighed: 12,
      sharpe: 0.29,
      expected_best_of_luck: 0.1,
      deflated_sharpe: 0.78,
      probabilistic_sharpe: 0.8,
      overfitting_probability: null,
      minimum_track_bars: 11790,
      bars: 2663,
    },
    unmeasured: [],
    ...changed,
  };
}
