import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer } from "../../../testing/FakeServer";
import { renderApp } from "../../../testing/renderApp";
import { approval, sentTo } from "../testing";
import type { Approval } from "../trading";
import { approvalWords } from "./approvalWords";
import { clock } from "./Countdown";
import { type OrderTerms, termsOf, worstOf } from "./terms";

const APPROVE = "/api/v1/approvals/approval-1/approve";

function show(asked: Approval) {
  const server = new FakeServer();
  server.answers.set("/api/v1/approvals", { approvals: [asked], next: null });
  server.answers.set(APPROVE, { ...asked, status: "approved" });
  const sent = sentTo(server);
  return { sent, ...renderApp("/deployments/approvals", server) };
}

describe("the page of approvals", () => {
  it("shows the exact terms, the most money and a countdown", async () => {
    show(approval("live"));
    const item = await screen.findByTestId("approval-item");
    for (const exact of ["AAPL", "12.5", "189.37", "2,400.00", "5%"])
      expect(item.textContent).toContain(exact);
    expect(screen.getByTestId("approval-countdown").textContent).toMatch(/\d\d:\d\d/);
  });

  it("approves a live order only in a second step, for the digest that was shown", async () => {
    const { user, sent } = show(approval("live"));
    await user.click(await screen.findByTestId("approval-approve"));
    expect(sent.has(APPROVE)).toBe(false);
    await user.click(screen.getByRole("button", { name: approvalWords.en.confirm }));
    await waitFor(() => expect(sent.get(APPROVE)).toEqual({ digest: "digest-1" }));
  });

  it("offers no decision on what has expired", async () => {
    show(approval("live", { expires_at: "2026-11-15T00:00:00Z" }));
    expect((await screen.findByTestId("approval-item")).textContent).toContain(
      approvalWords.en.expired,
    );
    expect(screen.queryByTestId("approval-approve")).toBeNull();
  });
});

describe("the most money an order can take", () => {
  const terms = termsOf(approval("live")) as OrderTerms;

  it("is the cap that the order carries", () => {
    expect(worstOf(terms)).toEqual({ kind: "cap", money: 2400 });
  });

  it("is quantity times limit where there is no cap, and an estimate at the market", () => {
    expect(worstOf({ ...terms, mostMoney: null, quantity: "10", price: "5" })).toEqual({
      kind: "limit",
      money: 50,
    });
    const market = { ...terms, mostMoney: null, type: "market", price: null } as const;
    expect(worstOf({ ...market, quantity: "10", reference: "7" })).toEqual({
      kind: "estimate",
      money: 70,
    });
  });

  it("has no bound for a short sale, and is unknown without a quantity", () => {
    expect(worstOf({ ...terms, side: "sell" }).kind).toBe("short");
    expect(worstOf({ ...terms, mostMoney: null, quantity: null }).kind).toBe("unknown");
  });
});

describe("the clock of a countdown", () => {
  it.each([
    [59, "00:59"],
    [61, "01:01"],
    [3661, "1:01:01"],
  ])("shows %i seconds as %s", (seconds, shown) => {
    expect(clock(seconds)).toBe(shown);
  });
});
