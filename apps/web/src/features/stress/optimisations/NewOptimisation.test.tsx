import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer } from "../../../testing/FakeServer";
import { renderApp } from "../../../testing/renderApp";
import { words as rateWords } from "../../backtests/words";
import { words } from "./words";

const { en } = words;
const ADDRESS = "/api/v1/stress/optimisations";

function serverWithStrategy(): FakeServer {
  const server = new FakeServer();
  const strategy = { strategy_id: "s-1", name: "Trend", version: 2, archived_at: null };
  server.answers.set("/api/v1/strategies", { strategies: [strategy], next: null });
  server.answers.set("/api/v1/strategies/s-1/versions", { versions: [], next: null });
  return server;
}

describe("a new optimisation", () => {
  it("is priced at the rates that a person sets, and at house rates where a field is blank", async () => {
    const { user, server } = renderApp("/stress/optimisations/new", serverWithStrategy());
    await user.type(await screen.findByLabelText(rateWords.en["rate.borrow_rate"]), "4.5");
    server.nextAnswer = Response.json({ id: "o-1" }, { status: 202 });
    await user.click(screen.getByRole("button", { name: en.submit }));
    await waitFor(() => expect(server.posted.has(ADDRESS)).toBe(true));
    expect(server.posted.get(ADDRESS)).toMatchObject({ financing: { borrow_rate: 0.045 } });
    expect(server.posted.get(ADDRESS)).not.toHaveProperty("financing.interest_rate");
  });

  it("is not sent with a rate that nobody pays", async () => {
    const { user, server } = renderApp("/stress/optimisations/new", serverWithStrategy());
    await user.type(await screen.findByLabelText(rateWords.en["rate.funding_rate"]), "120");
    await user.click(screen.getByRole("button", { name: en.submit }));
    expect(await screen.findByText(rateWords.en.rate_wrong)).toBeTruthy();
    expect(server.posted.has(ADDRESS)).toBe(false);
  });
});
