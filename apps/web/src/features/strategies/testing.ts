// What the tests of strategies share: a definition, and a server that has stored it.
import { FakeServer } from "../../testing/FakeServer";
import type { Document } from "./types";

export const trend: Document = {
  dsl_version: "1.0.0",
  strategy: { name: "Trend", description: "Goes with the trend." },
  universe: { market: "cn_stocks", tickers: ["DEMO1.SZ"] },
  timeframe: "1d",
  factors: {
    ema_fast: { type: "ema", params: { period: 10 } },
    ema_slow: { type: "ema", params: { period: 30 } },
  },
  trade: {
    long: {
      entry: {
        condition: {
          all: [
            { cross: { a: { ref: "ema_fast" }, op: "cross_above", b: { ref: "ema_slow" } } },
            { cmp: { left: { ref: "ema_fast" }, op: "gt", right: 20 } },
          ],
        },
        order: { type: "market" },
      },
      exits: [{ type: "trailing_stop", stop: { kind: "atr_multiple", value: 2.5 } }],
      position_sizing: { mode: "risk_per_trade", pct: 0.01 },
    },
  },
};

/** What the server says of it in English. */
export const sentences = [
  { topic: "name", text: "The strategy is called “Trend”." },
  { topic: "universe", text: "It trades DEMO1.SZ on daily bars." },
  { topic: "long.entry", text: "Buy when EMA(10) crosses above EMA(30)." },
  { topic: "long.exit.0", text: "Sell when the price has come back." },
  { topic: "long.exit.1", text: "Close the long position after 42 bars." },
  { topic: "long.size", text: "The stop costs 1% of the equity." },
];

/** The server's answer to rules that are good, and to ones that are not. */
export const good = {
  valid: true,
  language: "en",
  stage: null,
  problems: [],
  content_hash: "hash-2",
  document: trend,
  sentences,
};
export const bad = {
  valid: false,
  language: "en",
  stage: "schema",
  problems: [
    {
      stage: "schema",
      code: "unknown_key",
      pointer: "/foo",
      expected: "only known keys",
      found: 'the key "foo"',
      suggestion: "Remove it.",
    },
  ],
  content_hash: null,
  document: null,
  sentences: [],
};

const at = "2026-11-15T10:00:00Z";
export const head = {
  strategy_id: "s1",
  name: "Trend",
  lineage_id: "l1",
  version: 2,
  created_at: at,
  updated_at: at,
  archived_at: null,
};

function revision(version: number) {
  return { version, content_hash: `hash-${version}`, created_at: at, restores: null };
}

/** A server with one strategy, `s1`, in two versions. */
export function serverWithStrategy(): FakeServer {
  const server = new FakeServer();
  const stored: Record<string, unknown> = {
    "": { ...head, content_hash: "hash-2", document: trend, trials: 399 },
    "/versions": { versions: [revision(2), revision(1)], next: null },
    "/versions/1": { ...revision(1), document: trend },
    "/versions/2": { ...revision(2), document: trend },
    "/tunables": { version: 2, tunables: [] },
    "/explain": { version: 2, language: "en", sentences },
    "/origins": {
      research_session_id: null,
      newer_session_id: null,
      clauses: [],
      claims: [],
      left_out: [],
    },
    "/diff": {
      from_version: 1,
      to_version: 2,
      patch: [{ op: "replace", path: "/timeframe", value: "1d" }],
      changes: {
        zh: [{ before: "周线", after: "日线" }],
        en: [{ before: "weekly bars", after: "daily bars" }],
      },
      sentences: { zh: ["修改：周线 → 日线"], en: ["Changed: weekly bars → daily bars"] },
    },
  };
  for (const [path, answer] of Object.entries(stored))
    server.answers.set(`/api/v1/strategies/s1${path}`, answer);
  server.answers.set("/api/v1/strategies", { strategies: [head], next: null });
  return server;
}
