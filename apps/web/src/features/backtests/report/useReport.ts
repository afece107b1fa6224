// Every figure, table and curve of a finished backtest.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { type Asking, useAsked } from "../../../api/useAsked";
import type { Report } from "./report";

export function useReport(backtestId: string): Asking<Report> {
  const api = useApi();
  return useAsked(`report:${backtestId}`, async (signal) => {
    const params = { path: { backtest_id: backtestId } };
    const found = await unwrap(
      api.client.GET("/api/v1/backtests/{backtest_id}/report", { params, signal }),
    );
    return found as unknown as Report;
  });
}
