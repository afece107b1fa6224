import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer } from "../../../testing/FakeServer";
import { renderApp } from "../../../testing/renderApp";
import { deployment, sentTo } from "../testing";
import { makeWords } from "./makeWords";

const { en } = makeWords;
const MADE = "/api/v1/deployments";

function serverWithVerdict(verdict: string): FakeServer {
  const server = new FakeServer();
  const strategy = { strategy_id: "strategy-1", name: "Trend", version: 2 };
  server.answers.set("/api/v1/strategies", { strategies: [strategy], next: null });
  const version = { version: 2, content_hash: "hash", created_at: "2026-11-15T08:00:00Z" };
  server.answers.set("/api/v1/strategies/strategy-1/versions", { versions: [version], next: null });
  const test = { id: "stress-1", strategy_hash: "hash", verdict };
  server.answers.set("/api/v1/stress", { stress_tests: [test], next: null });
  server.answers.set(MADE, deployment({ state: "ready" }));
  return server;
}

describe("a new deployment", () => {
  it("of a version that passed goes on a free paper account of the desk", async () => {
    const server = serverWithVerdict("pass");
    const sent = sentTo(server);
    const { user } = renderApp("/deployments/new?strategy_id=strategy-1", server);
    expect((await screen.findByTestId("deploy-verdict")).textContent).toContain(en.verdict_pass);
    await user.click(screen.getByTestId("make-deployment"));
    await waitFor(() => expect(window.location.pathname).toBe("/deployments/dep-1"));
    expect(sent.get(MADE)).toMatchObject({ version: 2, account_id: null, mode: "paper" });
  });

  it("that replays the past needs no pass, takes a day, and starts at once", async () => {
    const server = serverWithVerdict("reject");
    server.answers.set(MADE, deployment({ state: "ready", mode: "replay" }));
    server.answers.set(`${MADE}/dep-1/start`, deployment({ mode: "replay" }));
    const sent = sentTo(server);
    const { user } = renderApp("/deployments/new?strategy_id=strategy-1&mode=replay", server);
    await screen.findByTestId("deploy-verdict");
    await user.type(screen.getByTestId("replay-from"), "2024-03-01");
    await user.click(screen.getByTestId("make-deployment"));
    await waitFor(() => expect(window.location.pathname).toBe("/deployments/dep-1"));
    expect(sent.get(MADE)).toMatchObject({ mode: "replay", replay_from: "2024-03-01" });
    expect(sent.get(MADE)).toMatchObject({ account_id: null, override: null });
    expect(sent.has(`${MADE}/dep-1/start`)).toBe(true);
  });

  it("without a pass is not sent before the sentence is typed and a reason given", async () => {
    const server = serverWithVerdict("revise");
    const sent = sentTo(server);
    const { user } = renderApp("/deployments/new?strategy_id=strategy-1", server);
    await user.click(await screen.findByTestId("override-reason"));
    await user.paste("Only paper");
    await user.click(screen.getByTestId("make-deployment"));
    expect(screen.getByText(en.override_wrong)).toBeTruthy();
    expect(sent.has(MADE)).toBe(false);
    await user.click(screen.getByTestId("override-phrase"));
    await user.paste(en.override_phrase);
    await user.click(screen.getByTestId("make-deployment"));
    await waitFor(() =>
      expect(sent.get(MADE)).toMatchObject({
        override: { phrase: en.override_phrase, reason: "Only paper" },
      }),
    );
  });
});
