// What is stored and fits the query: symbols, strategies, runs and calls, each asked for by itself.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { type Asked, useAsked } from "../../api/useAsked";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { useSettled } from "../strategies/editing/useSettled";
import type { Entry } from "./entries";
import { words } from "./words";

interface Found {
  entries: readonly Entry[];
  isWaiting: boolean;
  hasFailed: boolean;
}

const REST_MS = 150;

export function useFound(typed: string): Found {
  const { client } = useApi();
  const query = useSettled(typed.trim(), REST_MS);
  const say = useWords(words);
  const { date } = useFormat();
  const runs = useAsked("palette/runs", async (signal): Promise<Entry[]> => {
    const [{ backtests }, { sessions }] = await Promise.all([
      unwrap(client.GET("/api/v1/backtests", { params: { query: { limit: 100 } }, signal })),
      unwrap(
        client.GET("/api/v1/coordinator/research/sessions", {
          params: { query: { limit: 50 } },
          signal,
        }),
      ),
    ]);
    return [
      ...backtests.map((each) => ({
        id: `backtest/${each.id}`,
        group: "run" as const,
        title: each.name,
        hint: say("backtest_hint", {
          tickers: each.tickers.join(", "),
          date: date(each.created_at),
        }),
        go: `/backtests/${each.id}`,
      })),
      ...sessions.map((each) => ({
        id: `research/${each.session_id}`,
        group: "run" as const,
        title: each.symbol,
        hint: say("research_hint", { date: date(each.created_at) }),
        go: `/research/${each.session_id}`,
      })),
    ];
  });
  const calls = useAsked("palette/calls", async (signal): Promise<Entry[]> => {
    const answer = await unwrap(client.GET("/api/v1/calls", { signal }));
    return answer.calls.map((each) => ({
      id: `call/${each.id}`,
      group: "call" as const,
      title: each.symbol,
      hint: say("call_hint", { date: date(each.made_at) }),
      go: "/calls",
    }));
  });
  const strategies = useAsked(`palette/strategies/${query}`, async (signal): Promise<Entry[]> => {
    if (query === "") return [];
    const params = { query: { search: query, limit: 6 } };
    const answer = await unwrap(client.GET("/api/v1/strategies", { params, signal }));
    return answer.strategies.map((each) => ({
      id: `strategy/${each.strategy_id}`,
      group: "strategy" as const,
      title: each.name,
      hint: say("strategy_hint", { version: each.version, tickers: each.tickers.join(", ") }),
      go: `/strategies/${each.strategy_id}`,
    }));
  });
  const symbols = useAsked(`palette/symbols/${query}`, async (signal): Promise<Entry[]> => {
    if (query === "") return [];
    const params = { query: { q: query, limit: 3 } };
    const answer = await unwrap(client.GET("/api/v1/data/symbols", { params, signal }));
    return answer.instruments.flatMap(({ symbol, name_zh, name_en }) => {
      const hint = [name_zh, name_en].filter(Boolean).join(" · ");
      const entry = { group: "symbol" as const, hint, also: query };
      return [
        {
          ...entry,
          id: `research/${symbol}`,
          title: say("symbol_research", { symbol }),
          go: `/research?symbol=${encodeURIComponent(symbol)}`,
        },
        {
          ...entry,
          id: `data/${symbol}`,
          title: say("symbol_data", { symbol }),
          go: `/data/${encodeURIComponent(symbol)}`,
        },
      ];
    });
  });
  const all = [runs.asked, calls.asked, strategies.asked, symbols.asked];
  return {
    entries: typed.trim() === "" ? [] : all.flatMap(entriesOf),
    isWaiting:
      typed.trim() !== "" &&
      (query !== typed.trim() || all.some(({ status }) => status === "waiting")),
    hasFailed: all.some(({ status }) => status === "failed"),
  };
}

function entriesOf(asked: Asked<Entry[]>): readonly Entry[] {
  return asked.status === "there" ? asked.value : [];
}
