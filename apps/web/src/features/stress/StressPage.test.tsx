import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, failure } from "../../testing/FakeServer";
import { renderApp } from "../../testing/renderApp";
import { aReport, aTest } from "./testing/aReport";
import { words } from "./words";

const { en } = words;

// The page loads its parts when they are wanted, which takes a busy machine a while.

function serverWith(test = aTest(), report = aReport()): FakeServer {
  const server = new FakeServer();
  server.answers.set("/api/v1/stress", { stress_tests: [test], next: null });
  server.answers.set(`/api/v1/stress/${test.id}`, test);
  server.answers.set(`/api/v1/stress/${test.id}/report`, report);
  return server;
}

function serverWithStrategy(): FakeServer {
  const server = serverWith();
  const strategy = {
    strategy_id: "strategy-1",
    name: "Trend",
    lineage_id: "l",
    version: 2,
    created_at: "2026-11-15T10:00:00Z",
    updated_at: "2026-11-15T10:00:00Z",
    archived_at: null,
  };
  server.answers.set("/api/v1/strategies", { strategies: [strategy], next: null });
  server.answers.set("/api/v1/strategies/strategy-1", {
    ...strategy,
    document: { universe: { market: "cn_stocks" } },
  });
  server.answers.set("/api/v1/strategies/strategy-1/versions", { versions: [], next: null });
  server.answers.set("/api/v1/stress/windows", {
    market: "cn_stocks",
    windows: [
      { key: "cn_2015", name: { zh: "股灾", en: "Crash" }, start: "2015-06-12", end: "2016-02-29" },
    ],
  });
  return server;
}

describe("the list of stress tests", () => {
  it("teaches who has none, with a way to begin", async () => {
    renderApp("/stress");
    const empty = await screen.findByTestId("empty-stress");
    expect(within(empty).getByRole("link", { name: en.new })).toBeTruthy();
  });

  it("shows each with its verdict in words and its demo label", async () => {
    renderApp("/stress", serverWith());
    const item = await screen.findByTestId("stress-item");
    expect(within(item).getByText(en.ruling_revise)).toBeTruthy();
    expect(within(item).getByText(en.demo)).toBeTruthy();
  });

  it("says why one failed", async () => {
    renderApp("/stress", serverWith(aTest({ status: "failed", verdict: null, error: "No bars." })));
    const item = await screen.findByTestId("stress-item");
    expect(within(item).getByText(en.status_failed)).toBeTruthy();
    expect(within(item).getByText("No bars.")).toBeTruthy();
  });
});

describe("a stress test", () => {
  it("puts the verdict with its reasons first, and only what broke among them", async () => {
    renderApp("/stress/stress-1", serverWith());
    const verdict = await screen.findByTestId("stress-verdict");
    const broke = within(verdict).getByRole("list", { name: en.broke });
    expect(broke.textContent).toContain("It closed 19 trades.");
    expect(within(broke).getAllByRole("listitem").length).toBe(1);
  });

  it("draws crises, histories and the heatmap, and says what was not tested", async () => {
    renderApp("/stress/stress-1", serverWith());
    const crises = await screen.findByTestId("crisis-bars");
    expect(crises.textContent).toContain("-5.0%");
    expect(crises.textContent).toContain(en.gap);
    expect(screen.getByTestId("fan-chart").textContent).toContain("103");
    expect(screen.getByTestId("sensitivity-heatmap").textContent).toContain("0.29 ◆");
    expect(screen.getByText("2008: no data.")).toBeTruthy();
    expect(screen.getByText(en.pbo_none)).toBeTruthy();
  });

  it("says that a part was not measured instead of leaving it out", async () => {
    const report = aReport({ crises: null, monte_carlo: null, sensitivity: null });
    renderApp("/stress/stress-1", serverWith(aTest(), report));
    await screen.findByTestId("stress-verdict");
    expect(screen.getAllByText(en.part_missing).length).toBe(4);
  });

  it("says why it failed and what to do", async () => {
    renderApp("/stress/stress-1", serverWith(aTest({ status: "failed", error: "No bars." })));
    expect(await screen.findByText("No bars.")).toBeTruthy();
    expect(screen.getByText(en.failed_what)).toBeTruthy();
  });

  it("is deleted only after asking, and then the list is shown", async () => {
    const { user, server } = renderApp("/stress/stress-1", serverWith());
    await user.click(await screen.findByRole("button", { name: en.delete }));
    expect(server.requests).not.toContain("DELETE /api/v1/stress/stress-1");
    const dialog = screen.getByRole("dialog", { name: en.delete_title });
    await user.click(within(dialog).getByRole("button", { name: en.delete }));
    await waitFor(() => expect(window.location.pathname).toBe("/stress"));
    expect(server.requests).toContain("DELETE /api/v1/stress/stress-1");
  });

  it("shows the server's words when an export fails", async () => {
    const { user, server } = renderApp("/stress/stress-1", serverWith());
    const button = await screen.findByRole("button", { name: en.export_pdf });
    await screen.findByText(en.fan_no_real);
    server.nextAnswer = failure(404, "not_found", "The file is gone.");
    await user.click(button);
    expect((await screen.findByRole("alert")).textContent).toContain("The file is gone.");
    expect(server.requests).toContain("GET /api/v1/stress/stress-1/pdf");
  });
});

describe("a new stress test", () => {
  it("is submitted and shown", async () => {
    const { user, server } = renderApp("/stress/new", serverWithStrategy());
    await screen.findByRole("checkbox", { name: /Crash/ });
    server.nextAnswer = Response.json({ id: "stress-1" }, { status: 202 });
    await user.click(screen.getByRole("button", { name: en.submit }));
    expect(await screen.findByTestId("stress-verdict")).toBeTruthy();
    expect(server.requests).toContain("POST /api/v1/stress");
  });

  it("is not sent without a crisis to live through", async () => {
    const { user, server } = renderApp("/stress/new", serverWithStrategy());
    await user.click(await screen.findByRole("checkbox", { name: /Crash/ }));
    await user.click(screen.getByRole("button", { name: en.submit }));
    expect(await screen.findByText(en.crises_none)).toBeTruthy();
    expect(server.requests).not.toContain("POST /api/v1/stress");
  });

  it("sends who has no strategy to where one is made", async () => {
    renderApp("/stress/new");
    expect(await screen.findByText(en.no_strategies)).toBeTruthy();
  });
});
