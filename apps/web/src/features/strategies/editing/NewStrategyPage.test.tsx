import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGE_KEY } from "../../../i18n/language";
import { renderApp } from "../../../testing/renderApp";
import { bad, serverWithStrategy, good, sentences, trend } from "../testing";

/** Somebody who types pauses first, and a busy machine is slow. */
const PATIENTLY = { timeout: 4000 };
const VALIDATE = "/api/v1/strategies/validate";

// Loaded before the tests, so that none of them waits for it.
beforeAll(async () => {
  await Promise.all([import("../StrategiesPage"), import("./NewStrategyPage")]);
});

describe("a new strategy", () => {
  it("shows what is wrong with a definition and where, and does not let it be saved", async () => {
    const server = serverWithStrategy();
    server.answers.set(VALIDATE, bad);
    const { user } = renderApp("/strategies/new", server);
    await user.click(await screen.findByLabelText("Paste a definition", undefined, PATIENTLY));
    await user.type(screen.getByLabelText(/Strategy definition/), "a");
    const shown = await screen.findByTestId("strategy-problem", undefined, PATIENTLY);
    expect(shown.textContent).toContain("Unknown key");
    expect(shown.textContent).toContain("/foo");
    expect(shown.textContent).toContain("Remove it.");
    const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save strategy" });
    expect(save.disabled).toBe(true);
  });

  it("stores a definition that is good and goes to its page", async () => {
    const server = serverWithStrategy();
    server.answers.set(VALIDATE, good);
    const { user } = renderApp("/strategies/new", server);
    await user.click(await screen.findByLabelText("Paste a definition", undefined, PATIENTLY));
    await user.click(screen.getByLabelText(/Strategy definition/));
    await user.paste(JSON.stringify(trend));
    await screen.findByText(/Ready to save/, undefined, PATIENTLY);
    expect(screen.getByText("Rules preview")).toBeTruthy();
    expect(screen.getByTestId("strategy-sentences").textContent).toContain(
      "Buy when EMA(10) crosses above EMA(30).",
    );
    server.answers.set("/api/v1/strategies", server.answers.get("/api/v1/strategies/s1"));
    await user.click(screen.getByRole("button", { name: "Save strategy" }));
    expect(await screen.findByText("Highlighted: numbers and names.")).toBeTruthy();
    expect(window.location.pathname).toBe("/strategies/s1");
  });

  it("asks for everything in the language of the page", async () => {
    localStorage.setItem(LANGUAGE_KEY, "zh");
    const server = serverWithStrategy();
    server.answers.set(VALIDATE, good);
    const answer = server.fetch;
    const asked: string[] = [];
    const fetch = (request: Request) => {
      const { pathname, searchParams } = new URL(request.url);
      asked.push(`${pathname} ${searchParams.get("language")}`);
      return answer(request);
    };
    const { user } = renderApp("/strategies/new", Object.assign(server, { fetch }));
    await user.type(await screen.findByLabelText("代码", undefined, PATIENTLY), "DEMO1.SZ");
    await waitFor(() => expect(asked).toContain("/api/v1/strategies/templates zh"), PATIENTLY);
    await user.click(screen.getByLabelText("粘贴定义"));
    await user.type(screen.getByLabelText(/策略定义/), "a");
    await waitFor(() => expect(asked).toContain(`${VALIDATE} zh`), PATIENTLY);
  });

  it("asks for a symbol first, then offers templates that say they promise nothing", async () => {
    const server = serverWithStrategy();
    const template = {
      family: "trend_continuation",
      holding_period: "swing_days",
      market: "cn_stocks",
      document: trend,
      sentences,
      traded: { trades: 41, first: "2015-12-31", last: "2025-12-31", text: "closed 41 trades" },
    };
    const reason = "Templates for intraday run on 5-minute bars.";
    const kinds = ["trend_continuation", "mean_reversion"];
    const others = kinds.map((family) => ({ family, holding_period: "intraday", reason }));
    const answer = { templates: [template], not_offered: others };
    server.answers.set("/api/v1/strategies/templates", answer);
    const { user } = renderApp("/strategies/new", server);
    expect(await screen.findByText(/Enter a symbol first/, undefined, PATIENTLY)).toBeTruthy();
    await user.type(screen.getByLabelText("Symbol"), "demo1.sz");
    const item = await screen.findByTestId("strategy-template", undefined, PATIENTLY);
    expect(within(item).getByText("Trend")).toBeTruthy();
    expect(within(item).getByText("Goes with the trend.")).toBeTruthy();
    expect(within(item).getByText("closed 41 trades")).toBeTruthy();
    expect(screen.getAllByText(reason)).toHaveLength(1);
    await user.click(within(item).getByText("View rules"));
    expect(within(item).getByTestId("strategy-sentences").textContent).toContain("Buy when");
    expect(within(item).getByText("Demo data")).toBeTruthy();
    expect(screen.getByText(/promise no profit/)).toBeTruthy();
  });
});
