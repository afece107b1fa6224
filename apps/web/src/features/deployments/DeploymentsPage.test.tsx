import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { failure } from "../../testing/FakeServer";
import { renderApp } from "../../testing/renderApp";
import { bookWords } from "./book/bookWords";
import { API, approval, deployment, serverWith, ID, sentTo } from "./testing";
import { words } from "./words";

const { en } = words;

describe("the list of deployments", () => {
  it("teaches how to begin when there are none", async () => {
    renderApp("/deployments");
    const empty = await screen.findByTestId("empty-deployments");
    expect(within(empty).getByRole("link", { name: en.new })).toBeTruthy();
  });

  it("names strategy, paper, demo data and equity, and counts what waits", async () => {
    const server = serverWith(deployment());
    server.answers.set("/api/v1/approvals", { approvals: [approval("live")], next: null });
    renderApp("/deployments", server);
    const item = await screen.findByTestId("deployment-item");
    await within(item).findByRole("link", { name: "Trend" });
    for (const label of [en.paper, en.demo, en.state_running])
      expect(within(item).getAllByText(label, { exact: false }).length).toBeGreaterThan(0);
    await waitFor(() => expect(item.textContent).toContain("100,000.00"));
    expect((await screen.findByTestId("approvals-waiting")).textContent).toContain("1");
  });
});

describe("a deployment", () => {
  it("is paused at once, and the server's refusal stands by the button", async () => {
    const server = serverWith(deployment());
    const answer = server.fetch;
    const refuse = (request: Request) =>
      request.url.endsWith("/pause")
        ? Promise.resolve(failure(409, "conflict", "It is stopping already."))
        : answer(request);
    Object.assign(server, { fetch: refuse });
    const { user } = renderApp(`/deployments/${ID}`, server);
    await user.click(await screen.findByTestId("deployment-pause"));
    expect(await screen.findByText("It is stopping already.")).toBeTruthy();
  });

  it("is stopped only after a question, and closes positions only when that is chosen", async () => {
    const server = serverWith(deployment());
    server.answers.set(`${API}/stop`, deployment({ state: "stopping", flatten: true }));
    const sent = sentTo(server);
    const { user } = renderApp(`/deployments/${ID}`, server);
    await user.click(await screen.findByTestId("deployment-stop"));
    expect(sent.has(`${API}/stop`)).toBe(false);
    await user.click(screen.getByRole("radio", { name: en.stop_flatten }));
    await user.click(screen.getByTestId("deployment-stop-confirm"));
    await waitFor(() => expect(sent.get(`${API}/stop`)).toEqual({ reason: "", flatten: true }));
  });

  it("explains in words what blocks it, and offers to start again", async () => {
    const blocked = deployment({
      state: "blocked",
      status: "blocked",
      blocker: "broker_unreachable",
      holds_up: en.broker_unreachable,
    });
    renderApp(`/deployments/${ID}`, serverWith(blocked));
    expect(await screen.findByText(en.broker_unreachable)).toBeTruthy();
    expect(screen.getByTestId("deployment-start")).toBeTruthy();
  });

  it("says in the server's words what keeps a running one from trading", async () => {
    const old = "Newest bar of DEMO5 is 320 days old: nothing will trade until data is fetched.";
    renderApp(`/deployments/${ID}`, serverWith(deployment({ holds_up: old })));
    expect(await screen.findByText(old)).toBeTruthy();
  });

  it("lists an order that a limit blocked, and opens it to its whole story", async () => {
    const server = serverWith(deployment());
    server.answers.set(`${API}/orders`, { orders: [BLOCKED], next: null });
    server.answers.set(`${API}/orders/order-1`, {
      ...BLOCKED,
      history: [{ number: 1, status: "blocked", filled: "0", why: "drawdown", at: AT }],
    });
    const { user } = renderApp(`/deployments/${ID}`, server);
    const reached = bookWords.en.limit_blocked.replace("{limit}", bookWords.en.drawdown);
    const blocked = await screen.findByTestId("blocked-orders");
    await waitFor(() => expect(blocked.textContent).toContain(reached));
    await user.click(
      within(screen.getByTestId("orders-table")).getByRole("button", { expanded: false }),
    );
    expect((await screen.findByTestId("order-story")).textContent).toContain("order-1");
  });
});

const AT = "2026-11-15T08:00:00Z";
const BLOCKED = {
  client_order_id: "order-1",
  number: 1,
  bar: AT,
  symbol: "DEMO1.SZ",
  side: "buy",
  effect: "open",
  type: "market",
  quantity: null,
  price: null,
  reference_price: "12.3",
  reason: "entry",
  status: "blocked",
  filled: "0",
  average_price: null,
  costs: "0",
  broker_order_id: "",
  why: "drawdown",
  tries: 0,
  sent_at: null,
  next_try_at: null,
  created_at: AT,
  updated_at: AT,
};
