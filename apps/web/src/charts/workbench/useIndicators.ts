// Indicators that the server works out on the bars of a chart, as lines of it.
import { useMemo } from "react";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { type Asking, useAsked } from "../../api/useAsked";
import type { components } from "../../contracts/api";
import { useLanguage } from "../../i18n/LanguageContext";
import { type ChartLine, PRICE_PANE } from "./model";

type Answer = components["schemas"]["ChartIndicatorsOut"];

/** Which bars a chart stands on. */
export interface Source {
  symbol: string;
  timeframe: string;
  asOf?: string | undefined;
  start?: string | undefined;
  end?: string | undefined;
  limit: number;
}

/** `asked`: as the server reads them, `sma(period=20)` or `ema(period=50)@1w`. */
export function useIndicators(source: Source, asked: readonly string[]): Asking<Answer | null> {
  const { client } = useApi();
  const { language } = useLanguage();
  const { symbol, timeframe, asOf, end, limit } = source;
  const key = JSON.stringify(["indicators", symbol, timeframe, asOf, end, limit, language, asked]);
  return useAsked(key, async (signal) => {
    if (asked.length === 0) return null;
    const query = {
      indicator: [...asked],
      timeframe,
      limit,
      language,
      ...(asOf && { as_of: asOf }),
      ...(end && { end }),
    };
    const params = { path: { symbol }, query };
    return unwrap(client.GET("/api/v1/data/indicators/{symbol}", { params, signal }));
  });
}

export function useIndicatorLines(answer: Answer | null): ChartLine[] {
  return useMemo(() => (answer === null ? [] : linesOf(answer)), [answer]);
}

/** Where an indicator has lines among the prices, only those: its other outputs have scales of their own. */
export function linesOf({ time, indicators }: Answer): ChartLine[] {
  return indicators.flatMap(({ asked, lines }) => {
    const onPrice = lines.filter((line) => line.on_price);
    const shown = onPrice.length > 0 ? onPrice : lines;
    return shown.map(({ output, name, values, on_price }): ChartLine => ({
      key: `${asked} ${output}`,
      name,
      time,
      value: values,
      pane: on_price ? PRICE_PANE : asked,
      shape: output === "histogram" ? "columns" : "line",
    }));
  });
}
