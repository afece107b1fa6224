// The bars of one series: as a picture, and the latest of them in figures.
import { lazy, Suspense } from "react";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import type { components } from "../../contracts/api";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { AskedPart } from "../../ui/form/AskedPart";
import { LoadingPart } from "../../ui/Loading";
import { Panel } from "../../ui/Panel";
import { type Column, Table } from "../../ui/Table";
import { useCallMarks } from "../research/summary/useCallMarks";
import { dayOf } from "./coverage";
import { words } from "./words";

const SymbolWorkbench = lazy(() => import("../../charts/workbench/SymbolWorkbench"));

const DRAWN = 10_000;
const LISTED = 20;

type BarColumns = components["schemas"]["BarsOut"];

export function Bars({ symbol, timeframe }: { symbol: string; timeframe: string }) {
  const api = useApi();
  const bars = useAsked(`bars ${symbol} ${timeframe}`, (signal) => {
    const params = { path: { symbol }, query: { timeframe, limit: DRAWN } };
    return unwrap(api.client.GET("/api/v1/data/bars/{symbol}", { params, signal }));
  });
  return (
    <AskedPart of={bars}>
      {(value) => (
        <>
          <Prices bars={value} />
          <Latest bars={value} />
        </>
      )}
    </AskedPart>
  );
}

function Prices({ bars }: { bars: BarColumns }) {
  const say = useWords(words);
  const format = useFormat();
  const { symbol, timeframe, time, close, total } = bars;
  const calls = useCallMarks(symbol);
  const first = time[0];
  const last = time.at(-1);
  if (first === undefined || last === undefined) return null;
  const summary = say("prices_summary", {
    first: format.date(dayOf(first)),
    last: format.date(dayOf(last)),
    count: time.length,
    close: format.price(close.at(-1)),
  });
  return (
    <Panel>
      <Suspense fallback={<LoadingPart isChart />}>
        <SymbolWorkbench
          title={say("prices", { symbol, timeframe })}
          summary={summary}
          source={{ symbol, timeframe, limit: DRAWN }}
          bars={bars}
          marks={calls}
          range={isIntraday(timeframe) ? "All" : "1Y"}
          isIntraday={isIntraday(timeframe)}
        />
      </Suspense>
      {total > time.length && (
        <p className="mt-2 text-sm text-soft">{say("part", { shown: time.length, total })}</p>
      )}
    </Panel>
  );
}

interface Bar {
  time: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

function Latest({ bars }: { bars: BarColumns }) {
  const say = useWords(words);
  const format = useFormat();
  const rows: Bar[] = bars.time
    .map((time, at) => ({
      time,
      open: bars.open[at]!,
      high: bars.high[at]!,
      low: bars.low[at]!,
      close: bars.close[at]!,
      volume: bars.volume[at]!,
    }))
    .slice(-LISTED)
    .toReversed();
  const price = (name: "open" | "high" | "low" | "close"): Column<Bar> => ({
    name,
    head: say(name),
    cell: (bar) => format.number(bar[name], 4),
    isFigure: true,
  });
  const columns: Column<Bar>[] = [
    { name: "time", head: say("time"), cell: ({ time }) => timeCell(time, bars.timeframe) },
    price("open"),
    price("high"),
    price("low"),
    price("close"),
    {
      name: "volume",
      head: say("volume"),
      cell: (bar) => format.number(bar.volume, 0),
      isFigure: true,
    },
  ];
  return (
    <Panel title={say("latest")}>
      <Table
        label={say("latest_figures")}
        columns={columns}
        rows={rows}
        keyOf={({ time }) => time}
      />
    </Panel>
  );
}

function isIntraday(timeframe: string): boolean {
  return /[mh]$/.test(timeframe);
}

/** The UTC day, with the hour where a day has many bars. */
function timeCell(time: string, timeframe: string) {
  const written = isIntraday(timeframe) ? time.slice(0, 16).replace("T", " ") : dayOf(time);
  return (
    <time dateTime={time} className="whitespace-nowrap">
      {written}
    </time>
  );
}
