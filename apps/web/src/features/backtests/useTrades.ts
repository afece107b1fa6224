// The trades of a backtest by exit, a page at a time.
import { useMemo } from "react";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import type { Trade } from "./report";
import { type Pages, usePages } from "./usePages";

const PAGE = 500;

interface TradePage {
  trades: readonly Trade[];
  total: number;
}

export interface Trades {
  paged: Pages<TradePage>;
  /** Those that have come. */
  loaded: readonly Trade[];
  /** How many there are in all; 0 until that is known. */
  total: number;
}

export function useTrades(backtestId: string): Trades {
  const api = useApi();
  const paged = usePages<TradePage, number>({
    key: `trades:${backtestId}`,
    ask: async (offset, signal) => {
      const found = await unwrap(
        api.client.GET("/api/v1/backtests/{backtest_id}/trades", {
          params: {
            path: { backtest_id: backtestId },
            query: { offset: offset ?? 0, limit: PAGE },
          },
          ...(signal && { signal }),
        }),
      );
      return { trades: found.trades as unknown as Trade[], total: found.total };
    },
    nextOf: (pages) => {
      const shown = pages.reduce((sum, page) => sum + page.trades.length, 0);
      return shown < pages[0]!.total ? shown : null;
    },
  });
  const { pages } = paged;
  const loaded = useMemo(() => pages.flatMap((page) => page.trades), [pages]);
  return { paged, loaded, total: pages[0]?.total ?? 0 };
}
