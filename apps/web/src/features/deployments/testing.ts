// What the tests of deployments share: a server with one paper deployment, and approvals of orders.
import { FakeServer } from "../../testing/FakeServer";
import type { Approval, DeploymentDetail, Mode } from "./trading";

export const ID = "dep-1";
export const API = `/api/v1/deployments/${ID}`;

export function deployment(over: Partial<DeploymentDetail> = {}): DeploymentDetail {
  return {
    id: ID,
    strategy_id: "strategy-1",
    version: 2,
    content_hash: "hash",
    account_id: "account-1",
    mode: "paper",
    replay_from: null,
    status: "deployed",
    state: "running",
    blocker: null,
    holds_up: null,
    flatten: false,
    created_at: "2026-11-15T08:00:00Z",
    updated_at: "2026-11-15T08:00:00Z",
    terms: { cash: "100000" },
    limits: [
      { name: "drawdown", most: "0.15", clause: "kyc.risk_tolerance=conservative", flattens: true },
    ],
    clearance: { report_id: null, ruling: "pass", override_reason: null, override_by: null },
    marks: null,
    money: {
      start_cash: "100000",
      cash: "100000",
      realised: "0",
      costs: "0",
      other_cash: "0",
      bar: null,
      stopped: "",
    },
    switch: null,
    ...over,
  };
}

export function approval(mode: Mode, over: Partial<Approval> = {}): Approval {
  const order = {
    symbol: "AAPL",
    side: "buy",
    effect: "open",
    type: "limit",
    quantity: "d12.5",
    price: "d189.37",
    valid_bars: "n3",
    guards: { stop: { unit: "pct", value: "n0.05" }, target: null, trail: null },
    reference_price: "d190.1",
    most_money: "d2400",
    reason: "entry",
  };
  return {
    id: "approval-1",
    deployment_id: ID,
    kind: "order",
    digest: "digest-1",
    document: { kind: "order", place: { account_id: "account-1", mode }, order },
    status: "pending",
    requested_at: "2026-11-15T08:00:00Z",
    expires_at: new Date(Date.now() + 600_000).toISOString(),
    symbols: [],
    remaining: null,
    until: null,
    decided_by: null,
    decided_at: null,
    ...over,
  };
}

/** A server that holds this deployment with an empty book. */
export function serverWith(detail: DeploymentDetail): FakeServer {
  const server = new FakeServer();
  server.answers.set("/api/v1/deployments", { deployments: [detail], next: null });
  server.answers.set(API, detail);
  server.answers.set(`${API}/orders`, { orders: [], next: null });
  server.answers.set(`${API}/fills`, { fills: [], next: null });
  server.answers.set(`${API}/positions`, { positions: [] });
  server.answers.set(`${API}/signals`, { signals: [], next: null });
  server.answers.set(`${API}/differences`, { differences: [], next: null });
  server.answers.set(`${API}/equity`, { points: [] });
  server.answers.set(`${API}/history`, { changes: [] });
  server.answers.set("/api/v1/strategies/strategy-1/versions/2", {
    version: 2,
    document: { strategy: { name: "Trend" }, universe: { tickers: ["DEMO1.SZ"] } },
  });
  return server;
}

/** Keeps what is sent to the server by POST, by address. */
export function sentTo(server: FakeServer): Map<string, unknown> {
  const sent = new Map<string, unknown>();
  const answer = server.fetch;
  const listen = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") {
      const text = await request.clone().text();
      sent.set(pathname, text === "" ? null : JSON.parse(text));
    }
    return answer(request);
  };
  Object.assign(server, { fetch: listen });
  return sent;
}
