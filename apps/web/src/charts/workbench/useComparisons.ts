// The closes of other instruments over the same time, to be drawn beside the candles.
import { useMemo } from "react";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import type { ChartLine } from "./model";
import type { Source } from "./useIndicators";

interface Comparisons {
  lines: ChartLine[];
  /** Those without bars in this timeframe. */
  failed: string[];
}

const NONE: Comparisons = { lines: [], failed: [] };

export function useComparisons(source: Source, symbols: readonly string[]): Comparisons {
  const { client } = useApi();
  const { timeframe, asOf, start, end, limit } = source;
  const key = JSON.stringify(["comparisons", timeframe, asOf, start, end, limit, symbols]);
  const { asked } = useAsked(key, (signal) =>
    Promise.all(
      symbols.map(async (symbol): Promise<{ symbol: string; line: ChartLine | null }> => {
        const query = {
          timeframe,
          limit,
          ...(asOf && { as_of: asOf }),
          ...(start && { start }),
          ...(end && { end }),
        };
        const params = { path: { symbol }, query };
        try {
          const { time, close } = await unwrap(
            client.GET("/api/v1/data/bars/{symbol}", { params, signal }),
          );
          return { symbol, line: { key: `compare ${symbol}`, name: symbol, time, value: close } };
        } catch {
          signal.throwIfAborted();
          return { symbol, line: null };
        }
      }),
    ),
  );
  const found = asked.status === "there" ? asked.value : null;
  return useMemo(
    () =>
      found === null
        ? NONE
        : {
            lines: found.flatMap(({ line }) => (line ? [line] : [])),
            failed: found.flatMap(({ symbol, line }) => (line ? [] : [symbol])),
          },
    [found],
  );
}
