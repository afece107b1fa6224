// The strategies of a person that are not archived, for a form to choose from.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { type Asking, useAsked } from "../../api/useAsked";
import type { Picked, Strategy } from "./StrategyPick";

export function useStrategies(): Asking<Strategy[]> {
  const api = useApi();
  return useAsked("strategies to test", async (signal) => {
    const params = { query: { limit: 200 } };
    const page = await unwrap(api.client.GET("/api/v1/strategies", { params, signal }));
    return page.strategies.filter((each) => each.archived_at === null);
  });
}

/** What the address asks for (`?strategy_id=&version=`), or the newest strategy. */
export function firstPick(strategies: readonly Strategy[], search: string): Picked | null {
  const asked = new URLSearchParams(search);
  const wanted = strategies.find((each) => each.strategy_id === asked.get("strategy_id"));
  const strategy = wanted ?? strategies[0];
  if (strategy === undefined) return null;
  const version = Number(asked.get("version"));
  return {
    strategyId: strategy.strategy_id,
    version: wanted && Number.isInteger(version) && version > 0 ? version : null,
  };
}
