import { screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { renderApp } from "../../../testing/renderApp";
import { serverWithStrategy } from "../testing";
import { originWords } from "./originWords";

// Loaded before the tests, so that none of them waits for it.
beforeAll(async () => {
  await import("../StrategiesPage");
});

const say = originWords.en;

function serverFromResearch() {
  const server = serverWithStrategy();
  server.answers.set("/api/v1/strategies/s1/origins", {
    research_session_id: "r-1",
    newer_session_id: "r-2",
    clauses: [
      {
        pointer: "/trade/long/exits/0",
        kind: "stop",
        claim_ids: ["verdict:stop_loss"],
        why: "The verdict's stop.",
        holds: false,
      },
      {
        pointer: "/trade/long/exits/1",
        kind: "horizon",
        claim_ids: ["verdict:horizon"],
        why: "The verdict's horizon.",
        holds: true,
      },
    ],
    claims: [
      { id: "verdict:stop_loss", kind: "level", text: "Stop 95", holds: false },
      { id: "verdict:horizon", kind: "horizon", text: "Time horizon 60 days", holds: true },
    ],
    left_out: [{ claim_id: "debate:bull:1", text: "ROE is 21%.", why: "Not on the chart." }],
  });
  return server;
}

it("shows each rule as a sentence with the claims it came from, and which no longer hold", async () => {
  renderApp("/strategies/s1", serverFromResearch());
  const list = await screen.findByTestId("origins", undefined, { timeout: 4000 });
  const [stop, horizon] = [...list.children];
  expect(stop?.textContent).toContain("Sell when the price has come back.");
  expect(horizon?.textContent).toContain("Close the long position after 42 bars.");
  expect(stop?.textContent).toContain("Stop 95");
  expect(stop?.textContent).toContain(say.no_longer);
  expect(horizon?.textContent).toContain("Time horizon 60 days");
  expect(horizon?.textContent).not.toContain(say.no_longer);
  expect(screen.getByText("ROE is 21%.")).toBeTruthy();
  const link = screen.getByRole("link", { name: say.research });
  expect(link.getAttribute("href")).toBe("/research/r-1");
});

it("says nothing of research for a strategy that came from none", async () => {
  renderApp("/strategies/s1", serverWithStrategy());
  await screen.findByRole("heading", { level: 1, name: "Trend" });
  expect(screen.queryByText(say.title)).toBeNull();
});
