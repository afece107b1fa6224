import { screen, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { renderApp } from "../../testing/renderApp";
import { deskWithStrategy, trend } from "./testing";

/** Somebody who types pauses first, and a busy machine is slow. */
const PATIENTLY = { timeout: 4000 };
const VALIDATE = "/api/v1/strategies/validate";

// Loaded before the tests, so that none of them waits for it.
beforeAll(async () => {
  await Promise.all([import("./StrategiesPage"), import("./NewStrategyPage")]);
});

describe("a new strategy", () => {
  it("shows what is wrong with a definition and where, and does not let it be saved", async () => {
    const desk = deskWithStrategy();
    const problem = {
      stage: "schema",
      code: "unknown_key",
      pointer: "/foo",
      expected: "only known keys",
      found: 'the key "foo"',
      suggestion: "Remove it.",
    };
    const answer = { valid: false, stage: "schema", problems: [problem], content_hash: null };
    desk.answers.set(VALIDATE, answer);
    const { user } = renderApp("/strategies/new", desk);
    await user.click(await screen.findByLabelText("Paste a definition", undefined, PATIENTLY));
    await user.type(screen.getByLabelText(/Definition of the strategy/), "a");
    const shown = await screen.findByTestId("strategy-problem", undefined, PATIENTLY);
    expect(shown.textContent).toContain("Unknown key");
    expect(shown.textContent).toContain("/foo");
    expect(shown.textContent).toContain("Remove it.");
    const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save the strategy" });
    expect(save.disabled).toBe(true);
  });

  it("stores a definition that is good and goes to its page", async () => {
    const desk = deskWithStrategy();
    const good = { valid: true, stage: null, problems: [], content_hash: "hash-2" };
    desk.answers.set(VALIDATE, good);
    const { user } = renderApp("/strategies/new", desk);
    await user.click(await screen.findByLabelText("Paste a definition", undefined, PATIENTLY));
    await user.click(screen.getByLabelText(/Definition of the strategy/));
    await user.paste(JSON.stringify(trend));
    await screen.findByText(/valid and can be saved/, undefined, PATIENTLY);
    expect(screen.getByText("The rules at a glance")).toBeTruthy();
    desk.answers.set("/api/v1/strategies", desk.answers.get("/api/v1/strategies/s1"));
    await user.click(screen.getByRole("button", { name: "Save the strategy" }));
    expect(await screen.findByTestId("strategy-sentences")).toBeTruthy();
    expect(window.location.pathname).toBe("/strategies/s1");
  });

  it("asks for a symbol first, then offers templates that say they promise nothing", async () => {
    const desk = deskWithStrategy();
    const template = {
      family: "trend_continuation",
      holding_period: "swing_days",
      market: "cn_stocks",
      document: trend,
    };
    desk.answers.set("/api/v1/strategies/templates", { templates: [template] });
    const { user } = renderApp("/strategies/new", desk);
    expect(await screen.findByText(/Enter a symbol first/, undefined, PATIENTLY)).toBeTruthy();
    await user.type(screen.getByLabelText("Symbol"), "demo1.sz");
    const item = await screen.findByTestId("strategy-template", undefined, PATIENTLY);
    expect(within(item).getByText("Trend continuation, swing, days")).toBeTruthy();
    expect(within(item).getByText("Demo data")).toBeTruthy();
    expect(screen.getByText(/promise no profit/)).toBeTruthy();
  });
});
