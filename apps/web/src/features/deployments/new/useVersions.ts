// The versions of a strategy with the newest finished stress verdict of exactly each content.
import { useApi } from "../../../api/ApiContext";
import { type Api, unwrap } from "../../../api/client";
import { type Asked, useAsked } from "../../../api/useAsked";

export type Ruling = "pass" | "revise" | "reject";

export interface VersionTested {
  version: number;
  createdAt: string;
  /** Null where this content was never stress tested. */
  test: { id: string; ruling: Ruling } | null;
}

export function useVersions(strategyId: string): Asked<VersionTested[]> {
  const api = useApi();
  return useAsked(`versions:${strategyId}`, (signal) => versionsOf(api, strategyId, signal)).asked;
}

async function versionsOf(
  { client }: Api,
  strategy_id: string,
  signal: AbortSignal,
): Promise<VersionTested[]> {
  if (strategy_id === "") return [];
  const query = { strategy_id, limit: 200 };
  const [versions, tests] = await Promise.all([
    unwrap(
      client.GET("/api/v1/strategies/{strategy_id}/versions", {
        params: { path: { strategy_id }, query: { limit: 50 } },
        signal,
      }),
    ),
    unwrap(client.GET("/api/v1/stress", { params: { query }, signal })),
  ]);
  return versions.versions.map(({ version, created_at, content_hash }) => {
    const test = tests.stress_tests.find(
      (each) => each.strategy_hash === content_hash && isRuling(each.verdict),
    );
    const ruling = test?.verdict;
    return {
      version,
      createdAt: created_at,
      test: test && isRuling(ruling) ? { id: test.id, ruling } : null,
    };
  });
}

function isRuling(verdict: unknown): verdict is Ruling {
  return verdict === "pass" || verdict === "revise" || verdict === "reject";
}
