import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer } from "../../testing/FakeServer";
import { renderApp } from "../../testing/renderApp";
import { words as symbolWords } from "../symbols/words";
import type { Series } from "./coverage";
import { offerOf } from "./testing";
import { words } from "./words";

// The whole page is rendered here, which takes its time on a busy machine.

const BANK: Series = {
  symbol: "600000.SH",
  timeframe: "1d",
  source: "import",
  is_demo: false,
  first: "2015-01-05T00:00:00Z",
  last: "2025-12-31T00:00:00Z",
  rows: 2600,
  gaps: [{ first: "2018-03-01", last: "2018-03-05", sessions: 3 }],
};
const DEMO: Series = { ...BANK, symbol: "DEMO5", source: "demo", is_demo: true, gaps: null };

function stored(coverage: Series[], address = "/data", server = new FakeServer()) {
  server.answers.set("/api/v1/data/coverage", { coverage, damaged: [] });
  return renderApp(address, server);
}

describe("the data page", () => {
  it("draws a bar for each series and says in words what is missing", async () => {
    stored([BANK, DEMO]);
    const chart = await screen.findByTestId("coverage-chart");
    const bank = within(chart).getByRole("img", { name: /600000\.SH/ });
    expect(bank.getAttribute("aria-label")).toContain("1, 3 sessions");
    expect(within(chart).getByRole("img", { name: /DEMO5.*not checked/ })).toBeTruthy();
    expect(screen.getByText(/1 gaps, 3 sessions missing.*1 series not checked/)).toBeTruthy();
  });

  it("tells of a series that cannot be read beside those that can", async () => {
    const server = new FakeServer();
    const problem = "part.parquet cannot be read.";
    const damaged = [{ symbol: "000001.SZ", timeframe: "1d", problem }];
    server.answers.set("/api/v1/data/coverage", { coverage: [BANK], damaged });
    renderApp("/data", server);
    expect((await screen.findByRole("alert")).textContent).toBe(`000001.SZ 1d: ${problem}`);
    expect(screen.getByTestId("coverage-chart")).toBeTruthy();
  });

  it("breaks the bar where sessions are missing and nowhere else", async () => {
    stored([BANK, DEMO]);
    const chart = await screen.findByTestId("coverage-chart");
    const parts = (name: RegExp) =>
      within(chart).getByRole("img", { name }).querySelectorAll("rect").length;
    expect([parts(/600000/), parts(/DEMO5/)]).toEqual([3, 1]);
  });

  it("labels demo data, and names the source of the others", async () => {
    stored([BANK, DEMO]);
    const table = await screen.findByRole("region", { name: words.en.coverage_figures });
    expect(within(table).getAllByText(words.en.demo)).toHaveLength(1);
    expect(within(table).getByText("import")).toBeTruthy();
  });

  it("narrows to a market and to a part of a symbol", async () => {
    const { user } = stored([BANK, DEMO]);
    await user.click(await screen.findByRole("radio", { name: symbolWords.en.market_cn_stocks }));
    expect(screen.queryByRole("img", { name: /DEMO5/ })).toBeNull();
    await user.type(screen.getByLabelText(words.en.filter), "zzz");
    expect(screen.getByText(words.en.nothing_fits)).toBeTruthy();
  });

  it("without data teaches the commands that bring it", async () => {
    stored([]);
    expect(await screen.findByTestId("empty-data")).toBeTruthy();
    expect(screen.getByText("parley data sync 000001.SZ AAPL")).toBeTruthy();
  });

  it("says that the last loading failed, and why", async () => {
    const server = new FakeServer();
    const job = { id: "j", kind: "data.sync", status: "failed", error: "No source answered." };
    server.answers.set("/api/v1/jobs", { jobs: [job] });
    stored([BANK], "/data", server);
    expect((await screen.findByRole("alert")).textContent).toContain("No source answered.");
  });
});

describe("the page of a symbol", () => {
  it("without data offers to fetch it, to import a file, and the commands", async () => {
    const server = new FakeServer();
    server.answers.set("/api/v1/data/offers", offerOf({ symbol: "TSLA" }));
    const job = { job_id: "j1", status: "failed" };
    server.answers.set("/api/v1/data/fetches", job);
    server.answers.set("/api/v1/data/fetches/j1", job);
    const { user } = stored([], "/data/TSLA", server);
    expect(await screen.findByText("parley data sync TSLA")).toBeTruthy();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("TSLA");
    expect(screen.getByTestId("drop-area")).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: words.en.fetch_it }));
    expect(await screen.findByTestId("fetch-data")).toBeTruthy();
    expect(server.requests).toContain("POST /api/v1/data/fetches");
  });

  it("stands even when its bars cannot be read, with the server's words", async () => {
    stored([DEMO], "/data/DEMO5");
    expect(await screen.findByText(words.en.demo_text)).toBeTruthy();
    expect((await screen.findByRole("alert")).textContent).toContain("No such address.");
    expect(screen.getByTestId("coverage-chart")).toBeTruthy();
  });
});
