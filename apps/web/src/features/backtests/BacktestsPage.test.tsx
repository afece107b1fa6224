import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiProvider } from "../../api/ApiContext";
import { LanguageProvider } from "../../i18n/LanguageContext";
import { failure, FakeServer } from "../../testing/FakeServer";
import { apiOf } from "../../testing/renderApp";
import BacktestsPage from "./BacktestsPage";

// The canvas of the test browser cannot draw; what it is given is tested beside the charts.
vi.mock("../../charts/workbench/SymbolWorkbench", () => ({ default: () => null }));
vi.mock("../../charts/CurveChart", () => ({ default: () => null }));

const FIGURES = {
  initial_cash: 100_000,
  final_equity: 104_453,
  total_return: 0.0445,
  cagr: 0.004,
  volatility: 0.01,
  sharpe: { value: 0.29, low: -0.43, high: 1.01, level: 0.95 },
  max_drawdown: -0.058,
  longest_drawdown_bars: 12,
  exposure: 0.08,
  costs: 483.6,
  bars: 100,
  trades: 19,
  win_rate: 0.3,
  profit_factor: null,
  mean_bars: 12,
  benchmark_return: 1.33,
};

const DONE = {
  id: "b-1",
  backtest_job_id: "b-1",
  status: "done",
  backtest_status: "done",
  progress: 1,
  message: "",
  error: null,
  name: "Trend",
  strategy_id: "s-1",
  version: 2,
  strategy_hash: "h",
  lineage_id: "l",
  trials: 399,
  tickers: ["DEMO1.SZ"],
  timeframe: "1d",
  created_at: "2026-11-15T22:38:01Z",
  finished_at: "2026-11-15T22:38:02Z",
  result: {
    engine_version: "2",
    data: { sources: { "DEMO1.SZ": "demo" }, first: "", last: "", sha256: "abc" },
    figures: FIGURES,
    warnings: ["few_trades", "a_new_warning"],
    summary: { zh: [], en: ["It came to little."] },
    notes: { zh: [], en: [] },
  },
};

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
});

function open(address: string) {
  window.history.replaceState(null, "", address);
  render(
    <LanguageProvider storage={localStorage}>
      <ApiProvider api={apiOf(server)}>
        <BacktestsPage />
      </ApiProvider>
    </LanguageProvider>,
  );
  return userEvent.setup();
}

function show(backtest: object) {
  const plan = { as_of: "2026-11-15T22:38:01Z" };
  server.answers.set("/api/v1/backtests/b-1", { ...backtest, plan });
  return open("/backtests/b-1");
}

function wasDeleted(): boolean {
  return server.requests.includes("DELETE /api/v1/backtests/b-1");
}

describe("the list of backtests", () => {
  it("teaches how to begin while it is empty", async () => {
    open("/backtests");
    expect(await screen.findByTestId("empty-backtests")).toBeDefined();
    expect(screen.getByRole("link", { name: "New backtest" })).toBeDefined();
  });

  it("shows what each came to, and that its data are demo data", async () => {
    server.answers.set("/api/v1/backtests", { backtests: [DONE], next: null });
    open("/backtests");
    const item = within(await screen.findByTestId("backtest-item"));
    expect(item.getByText("+4.5%")).toBeDefined();
    expect(item.getByText("Demo data")).toBeDefined();
    expect(item.getByText(/daily bars · version 2/)).toBeDefined();
  });

  it("shows why one failed", async () => {
    const failed = { ...DONE, status: "failed", error: "No bars of DEMO9.", result: null };
    server.answers.set("/api/v1/backtests", { backtests: [failed], next: null });
    open("/backtests");
    expect(await screen.findByText("No bars of DEMO9.")).toBeDefined();
  });
});

describe("one backtest", () => {
  it("says that a Sharpe ratio whose interval holds 0 does not differ from zero", async () => {
    show(DONE);
    const figures = await screen.findByTestId("backtest-figures");
    expect(figures.textContent).toContain("95% CI -0.43 to 1.01");
    expect(figures.textContent).toContain("Not statistically different from zero");
  });

  it("writes a dash for what could not be measured", async () => {
    show(DONE);
    const name = await screen.findByText("Profit factor");
    expect(name.nextElementSibling?.textContent).toBe("—");
  });

  it("never leaves out a warning, even one that it does not know", async () => {
    show(DONE);
    expect(await screen.findByText(/fewer than 30 trades/i)).toBeDefined();
    expect(screen.getByText("a_new_warning")).toBeDefined();
  });

  it("says why it failed, and what to do", async () => {
    show({ ...DONE, status: "failed", error: "No bars of DEMO9.", result: null });
    expect(await screen.findByText("No bars of DEMO9.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Run again" })).toBeDefined();
    expect(screen.getByRole("link", { name: "View data" })).toBeDefined();
  });

  it("is deleted only when that is confirmed, and then leads to the list", async () => {
    const user = show(DONE);
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    expect(wasDeleted()).toBe(false);
    const dialog = within(screen.getByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(window.location.pathname).toBe("/backtests"));
    expect(wasDeleted()).toBe(true);
  });
});

describe("a new backtest", () => {
  const strategy = { strategy_id: "s-1", name: "Trend", lineage_id: "l", version: 3 };

  beforeEach(() => {
    server.answers.set("/api/v1/strategies", { strategies: [strategy], next: null });
  });

  it("is not sent without a strategy", async () => {
    const user = open("/backtests/new");
    await user.click(await screen.findByTestId("backtest-submit"));
    expect(screen.getByText("Select a strategy first.")).toBeDefined();
    expect(server.requests).not.toContain("POST /api/v1/backtests");
  });

  it("begins with the strategy and the version of the address", async () => {
    open("/backtests/new?strategy_id=s-1&version=2");
    const version = await screen.findByLabelText("Version");
    expect(screen.getByLabelText("Strategy")).toHaveProperty("value", "s-1");
    expect(version).toHaveProperty("value", "2");
  });

  it("leads to its own page once the server has taken it", async () => {
    const user = open("/backtests/new?strategy_id=s-1");
    const submit = await screen.findByTestId("backtest-submit");
    server.answers.set("/api/v1/backtests", { id: "b-9" });
    await user.click(submit);
    await waitFor(() => expect(window.location.pathname).toBe("/backtests/b-9"));
  });

  it("shows what the server said when it refused", async () => {
    const user = open("/backtests/new?strategy_id=s-1");
    const submit = await screen.findByTestId("backtest-submit");
    server.nextAnswer = failure(422, "bad_terms", "That is no money to begin with.");
    await user.click(submit);
    expect((await screen.findByRole("alert")).textContent).toContain("no money to begin with");
  });
});
