// The newest finished backtest of each strategy, from the newest hundred of all.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import type { Backtest } from "../backtests/report/report";

const LOOKED_AT = 100;

/** Undefined while it is not known: still on the way, or older than what was looked at. */
export function useLastResults(): (strategyId: string) => Backtest | null | undefined {
  const { client } = useApi();
  const { asked } = useAsked("last results", (signal) =>
    unwrap(client.GET("/api/v1/backtests", { params: { query: { limit: LOOKED_AT } }, signal })),
  );
  if (asked.status !== "there") return () => undefined;
  const { backtests, next } = asked.value;
  const newest = new Map<string, Backtest>();
  for (const each of backtests)
    if (each.strategy_id !== null && each.status === "done" && !newest.has(each.strategy_id))
      newest.set(each.strategy_id, each);
  return (id) => newest.get(id) ?? (next === null ? null : undefined);
}
