import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { failure } from "../../testing/FakeServer";
import { renderApp } from "../../testing/renderApp";
import { serverWithStrategy, head, trend } from "./testing";

// Loaded before the tests, so that none of them waits for it.
beforeAll(async () => {
  await import("./StrategiesPage");
});

describe("the list of strategies", () => {
  it("leads to each strategy", async () => {
    const { user } = renderApp("/strategies", serverWithStrategy());
    const item = await screen.findByTestId("strategy-item", undefined, { timeout: 4000 });
    expect(item.textContent).toContain("Version 2");
    await user.click(within(item).getByRole("link"));
    expect(await screen.findByRole("heading", { level: 1, name: "Trend" })).toBeTruthy();
    expect(window.location.pathname).toBe("/strategies/s1");
  });

  it("teaches when there is none, with a way to chat and to a template", async () => {
    renderApp("/strategies");
    const page = await screen.findByTestId("empty-strategies");
    const targets = within(page)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href"));
    expect(targets).toContain("/chat");
    expect(targets).toContain("/strategies/new");
  });

  it("says that nothing has the name that is looked for, and keeps the search", async () => {
    const server = serverWithStrategy();
    const { user } = renderApp("/strategies", server);
    await screen.findByTestId("strategy-item");
    server.answers.set("/api/v1/strategies", { strategies: [], next: null });
    await user.type(screen.getByLabelText("Search by name"), "moon");
    expect(await screen.findByText(/No strategy name contains “moon”/)).toBeTruthy();
    expect(screen.queryByTestId("empty-strategies")).toBeNull();
  });

  it("asks for the next page and adds it", async () => {
    const server = serverWithStrategy();
    server.answers.set("/api/v1/strategies", { strategies: [head], next: "s1" });
    const { user } = renderApp("/strategies", server);
    await screen.findByTestId("strategy-item");
    const second = { ...head, strategy_id: "s2", name: "Older" };
    server.answers.set("/api/v1/strategies", { strategies: [second], next: null });
    await user.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByText("Older")).toBeTruthy();
    expect(screen.getByText("Trend")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });
});

describe("the page of a strategy", () => {
  it("shows the rules in sentences, says that the data are demo, and counts what was tried", async () => {
    renderApp("/strategies/s1", serverWithStrategy());
    const rules = await screen.findByTestId("strategy-sentences");
    await within(rules).findByText("Entry");
    expect(rules.textContent).toContain("Buy when EMA(10) crosses above EMA(30).");
    expect(rules.textContent).not.toContain("The strategy is called");
    expect(screen.getByText("Demo data")).toBeTruthy();
    expect(screen.getByTestId("strategy-trials").textContent).toBe("399 in total");
  });

  it("leads to a backtest and a stress test of the version that is shown", async () => {
    renderApp("/strategies/s1?version=1", serverWithStrategy());
    const link = await screen.findByRole("link", { name: "Backtest" });
    expect(link.getAttribute("href")).toBe("/backtests/new?strategy_id=s1&version=1");
    const stress = screen.getByRole("link", { name: "Stress test" });
    expect(stress.getAttribute("href")).toBe("/stress/new?strategy_id=s1&version=1");
    expect(screen.getByText(/the latest is version 2/)).toBeTruthy();
  });

  it("says in words what changed between two versions", async () => {
    renderApp("/strategies/s1", serverWithStrategy());
    const diff = await screen.findByTestId("strategy-diff");
    await within(diff).findByText("weekly bars");
    expect(within(diff).getAllByText("Changed").length).toBeGreaterThan(0);
    expect(diff.querySelector("del")?.textContent).toBe("weekly bars");
    expect(diff.querySelector("ins")?.textContent).toBe("daily bars");
  });

  it("warns when the rules hold no stop", async () => {
    const server = serverWithStrategy();
    const naked = { ...trend, trade: { long: { exits: [{ type: "time_exit", bars: 5 }] } } };
    const revision = server.answers.get("/api/v1/strategies/s1/versions/2") as object;
    server.answers.set("/api/v1/strategies/s1/versions/2", { ...revision, document: naked });
    renderApp("/strategies/s1", server);
    expect(await screen.findByText(/No stop loss/, undefined, { timeout: 3000 })).toBeTruthy();
  });

  it("asks before it rolls back, and shows what the server says against it", async () => {
    const server = serverWithStrategy();
    const { user } = renderApp("/strategies/s1", server);
    await user.click(
      await screen.findByRole(
        "button",
        { name: "Roll back to this version: Version 1" },
        { timeout: 3000 },
      ),
    );
    const dialog = screen.getByRole("dialog");
    expect(dialog.textContent).toContain("Adds version 3 with the rules of version 1");
    server.nextAnswer = failure(409, "conflict", "The strategy is at version 5.");
    await user.click(within(dialog).getByRole("button", { name: "Roll back to this version" }));
    expect((await within(dialog).findByRole("alert")).textContent).toContain("at version 5");
    server.answers.set("/api/v1/strategies/s1/rollback", {});
    await user.click(within(dialog).getByRole("button", { name: "Roll back to this version" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const sent = server.requests.filter((each) => each === "POST /api/v1/strategies/s1/rollback");
    expect(sent).toHaveLength(2);
  });

  it("does not offer to change what is archived", async () => {
    const server = serverWithStrategy();
    const stored = server.answers.get("/api/v1/strategies/s1") as object;
    server.answers.set("/api/v1/strategies/s1", { ...stored, archived_at: "2026-11-15T10:00:00Z" });
    renderApp("/strategies/s1", server);
    expect(await screen.findByText(/read-only/)).toBeTruthy();
    await screen.findAllByTestId("strategy-version");
    expect(screen.queryByRole("button", { name: "Archive" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Roll back/ })).toBeNull();
  });
});
