// The trades of a backtest by exit, a page at a time.
import { useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { type Pages, usePages } from "../../../ui/usePages";
import type { Trade } from "./report";

const PAGE = 500;

export interface Trades {
  pages: Pages<Trade>;
  /** How many there are in all; 0 until that is known. */
  total: number;
}

export function useTrades(backtestId: string): Trades {
  const api = useApi();
  const [total, setTotal] = useState(0);
  const pages = usePages<Trade, number>({
    key: `trades:${backtestId}`,
    by: "number",
    ask: async (before, signal) => {
      const offset = before ?? 0;
      const params = { path: { backtest_id: backtestId }, query: { offset, limit: PAGE } };
      const found = await unwrap(
        api.client.GET("/api/v1/backtests/{backtest_id}/trades", { params, signal }),
      );
      setTotal(found.total);
      const behind = offset + found.trades.length;
      return {
        items: found.trades as unknown as Trade[],
        next: behind < found.total ? behind : null,
      };
    },
  });
  return { pages, total };
}
