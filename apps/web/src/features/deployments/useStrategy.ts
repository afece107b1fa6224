// What the strategy of a deployment is called, and whether it trades demo data.
import { useApi } from "../../api/ApiContext";
import { type Api, unwrap } from "../../api/client";
import { type Asked, useAsked } from "../../api/useAsked";

interface StrategyNamed {
  name: string;
  isDemo: boolean;
}

export function useStrategy(strategyId: string, version: number): Asked<StrategyNamed> {
  const api = useApi();
  return useAsked(`strategy:${strategyId}:${version}`, (signal) =>
    named(api, strategyId, version, signal),
  ).asked;
}

async function named(
  { client }: Api,
  strategy_id: string,
  version: number,
  signal: AbortSignal,
): Promise<StrategyNamed> {
  const found = await unwrap(
    client.GET("/api/v1/strategies/{strategy_id}/versions/{version}", {
      params: { path: { strategy_id, version } },
      signal,
    }),
  );
  return { name: nameIn(found.document), isDemo: tickersIn(found.document).some(isDemo) };
}

export function isDemo(symbol: string): boolean {
  return symbol.toUpperCase().startsWith("DEMO");
}

function nameIn(document: unknown): string {
  const name = part(part(document, "strategy"), "name");
  return typeof name === "string" ? name : "";
}

function tickersIn(document: unknown): string[] {
  const tickers = part(part(document, "universe"), "tickers");
  return Array.isArray(tickers) ? tickers.filter((each) => typeof each === "string") : [];
}

function part(of: unknown, name: string): unknown {
  return typeof of === "object" && of !== null ? (of as Record<string, unknown>)[name] : undefined;
}
