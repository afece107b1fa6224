import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { en } from "../../i18n/frame";
import { failure, FakeServer } from "../../testing/FakeServer";
import { renderApp } from "../../testing/renderApp";
import type { Bin, Call, ScoreReport, Scores } from "./types";
import { words } from "./words";

// The whole page is rendered here, which takes its time on a busy machine.

const WAITING: Call = {
  number: 7,
  id: "call-7",
  session_id: "session-7",
  symbol: "DEMO5",
  made_at: "2026-11-10T08:00:00Z",
  as_of: "2026-11-10T08:00:00Z",
  horizon_days: 60,
  ends_on: "2027-01-09",
  benchmark: "DEMO10",
  benchmark_note: "",
  action: "SELL",
  no_call_reason: null,
  probability: 0.437,
  confidence: 0.14,
  base_price: null,
  stages: {
    before_debate: 0.48,
    after_bull: null,
    after_bear: null,
    after_resolution: null,
    after_judge: 0.437,
  },
  engine: "rules",
  model_alias: null,
  state: "waiting",
  reason: "horizon_open",
  settlement: null,
  previous_hash: "00",
  hash: "7a",
};
const SETTLED: Call = {
  ...WAITING,
  id: "call-6",
  number: 6,
  state: "settled",
  reason: "",
  settlement: {
    state: "settled",
    reason: null,
    settled_at: "2026-11-11T00:00:00Z",
    close: null,
    benchmark_close: null,
    own_return: 0.05,
    benchmark_return: 0.08,
    excess_return: -0.03,
    outcome: 0,
    note: "",
  },
};
const FEW = { status: "not_enough_calls", settled: 12, needed: 30 } as const;
const REPORT: ScoreReport = {
  book: "live",
  tally: { entries: 14, open: 2, settled: 12, unsettleable: 0, no_call: 0 },
  overall: FEW,
  left_out: 0,
  by_engine: {},
  by_horizon: {},
  by_market: {},
  debate: FEW,
  without_debate: FEW,
  debate_effect: null,
};
const bin = (said: number, came: number, count: number): Bin => ({
  count,
  low: said - 0.05,
  high: said + 0.05,
  said,
  came: { value: came, low: came - 0.1, high: came + 0.1 },
});
const SCORES: Scores = {
  status: "scored",
  settled: 40,
  base_rate: 0.5,
  hit_rate: { value: 0.6, low: 0.45, high: 0.75 },
  brier: { value: 0.21, low: 0.18, high: 0.24 },
  log_loss: { value: 0.6, low: 0.5, high: 0.7 },
  baselines: [
    {
      name: "always_half",
      brier: 0.25,
      skill: { value: 0.16, low: 0.02, high: 0.3 },
      hit_rate: { value: 0.5, low: 0.5, high: 0.5 },
    },
  ],
  calibration: {
    found: "overconfident",
    slope: null,
    intercept: null,
    in_the_large: { value: 0, low: 0, high: 0 },
    spiegelhalter_z: null,
  },
  equal_count: [bin(0.3, 0.4, 23), bin(0.7, 0.6, 17)],
  equal_width: [],
  decomposition: { reliability: 0, resolution: 0, uncertainty: 0 },
  drawn_by: "call",
};

const chain = (name: string, entries: number) => ({
  book: name,
  ok: true,
  entries,
  head: "c0ffee",
  broken_at: null,
  problem: "",
  exported_on: "2026-11-15",
  exported_entries: 13,
});
const WHOLE = {
  ok: true,
  checked_at: "2026-11-16T00:00:00Z",
  chains: [chain("calls", 14), chain("settlements", 12), chain("walk_back_calls", 1)],
};

function book(calls: Call[], report = REPORT, next_before: number | null = null) {
  const server = new FakeServer();
  server.answers.set("/api/v1/calls", { calls, next_before });
  server.answers.set("/api/v1/calls/scores", report);
  server.answers.set("/api/v1/calls/verify", WHOLE);
  return renderApp("/calls", server);
}

describe("the call book", () => {
  it("says of a call what was said against what until when, and by which engine", async () => {
    book([WAITING]);
    const item = await screen.findByTestId("call-item");
    expect(item.textContent).toContain("43.7%");
    expect(item.textContent).toContain("DEMO10");
    expect(item.textContent).toContain("Jan 9, 2027");
    expect(within(item).getByText(words.en.engine_rules)).toBeTruthy();
    expect(within(item).getByText(words.en.demo)).toBeTruthy();
    expect(within(item).getByText(words.en.reason_horizon_open)).toBeTruthy();
  });

  it("says how a call ended", async () => {
    book([SETTLED]);
    const item = await screen.findByTestId("call-item");
    expect(within(item).getByText(words.en.came_false)).toBeTruthy();
    expect(item.textContent).toContain("-3.0%");
  });

  it("draws no plot while too few have settled, and says how many are missing", async () => {
    book([WAITING]);
    expect(await screen.findByText(/18 to go/)).toBeTruthy();
    expect(screen.queryByTestId("reliability-plot")).toBeNull();
  });

  it("draws the plot with the count of each group once enough have settled", async () => {
    book([SETTLED], { ...REPORT, overall: SCORES });
    const plot = await screen.findByTestId("reliability-plot");
    expect(within(plot).getByText("23")).toBeTruthy();
    expect(within(plot).getByText("17")).toBeTruthy();
    expect(screen.getByText(new RegExp(words.en.found_overconfident))).toBeTruthy();
  });

  it("shows earlier calls on demand", async () => {
    const { server, user } = book([WAITING], REPORT, 7);
    await screen.findByTestId("call-item");
    server.answers.set("/api/v1/calls", { calls: [SETTLED], next_before: null });
    await user.click(screen.getByRole("button", { name: en["app.more"] }));
    expect(await screen.findByText(words.en.came_false)).toBeTruthy();
    expect(screen.getAllByTestId("call-item")).toHaveLength(2);
    expect(screen.queryByRole("button", { name: en["app.more"] })).toBeNull();
  });

  it("that is empty teaches how to begin", async () => {
    book([]);
    expect(await screen.findByTestId("empty-calls")).toBeTruthy();
    expect(screen.getByRole("link", { name: words.en.begin })).toBeTruthy();
  });
});

describe("the walk-back book", () => {
  it("is shown apart, with the day that each call rests on and scores that look back", async () => {
    const server = new FakeServer();
    server.answers.set("/api/v1/calls", { calls: [WAITING], next_before: null });
    server.answers.set("/api/v1/calls/scores", REPORT);
    server.answers.set("/api/v1/calls/verify", WHOLE);
    const plain = server.fetch;
    const fetch = (request: Request) =>
      request.url.endsWith("/calls/scores?book=walk_back")
        ? Promise.resolve(Response.json({ ...REPORT, book: "walk_back", overall: SCORES }))
        : plain(request);
    const { user } = renderApp("/calls", Object.assign(server, { fetch }));
    await screen.findByText(/18 to go/);
    expect(screen.queryByText(words.en.walk_back_text)).toBeNull();
    await user.click(screen.getByRole("radio", { name: words.en.which_walk_back }));
    expect(screen.getByRole("heading", { name: words.en.scores_walk_back })).toBeTruthy();
    expect(screen.getByText(words.en.walk_back_text)).toBeTruthy();
    expect(await screen.findByTestId("reliability-plot")).toBeTruthy();
    expect(screen.queryByText(/18 to go/)).toBeNull();
    expect(screen.getByTestId("call-item").textContent).toContain("As of Nov 10, 2026");
    expect(server.requests.filter((asked) => asked === "GET /api/v1/calls")).toHaveLength(2);
  });
});

describe("a verdict without a call", () => {
  it("says that the prices are too old and what to do", async () => {
    const nothing = { action: "NO_CALL", probability: null, ends_on: null } as const;
    book([{ ...WAITING, ...nothing, state: "no_call", no_call_reason: "stale_data" }]);
    expect(await screen.findByText(words.en.no_call_stale_data)).toBeTruthy();
  });
});

describe("checking the chain", () => {
  it("says in words that nothing was changed, where the chain ends, and when that was exported", async () => {
    const { server, user } = book([WAITING]);
    expect(await screen.findByText(/14 calls and 12 settlements/)).toBeTruthy();
    const head = screen.getByTestId("chain-head").textContent;
    expect(head).toContain("c0ffee");
    expect(head).toContain("Nov 15, 2026");
    server.answers.set("/api/v1/calls/verify", { ...WHOLE, chains: [chain("calls", 15)] });
    await user.click(await screen.findByTestId("calls-verify"));
    expect(await screen.findByText(/15 calls/)).toBeTruthy();
  });

  it("says where the book is broken and what to do", async () => {
    const { server, user } = book([WAITING]);
    const broken = {
      ...chain("calls", 3),
      ok: false,
      broken_at: 4,
      problem: "Entry 4 is missing.",
    };
    await screen.findByText(/14 calls/);
    server.answers.set("/api/v1/calls/verify", { ...WHOLE, ok: false, chains: [broken] });
    await user.click(await screen.findByTestId("calls-verify"));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Entry 4 is missing.");
    expect(alert.textContent).toContain(words.en.verify_broken_text);
  });

  it("shows the server's words when the check itself fails", async () => {
    const server = new FakeServer();
    server.answers.set("/api/v1/calls", { calls: [WAITING], next_before: null });
    server.answers.set("/api/v1/calls/scores", REPORT);
    server.answers.set("/api/v1/calls/verify", failure(503, "unavailable", "The store is busy."));
    renderApp("/calls", server);
    expect((await screen.findByRole("alert")).textContent).toContain("The store is busy.");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(en["nav.calls"]);
  });
});
