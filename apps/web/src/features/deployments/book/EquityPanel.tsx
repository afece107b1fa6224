// The equity bar by bar, beside the backtest of the same bars, and how far the two are apart.
import { lazy, Suspense, useMemo } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import type { components } from "../../../contracts/api";
import { type Format, UNKNOWN, useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { LoadingPart } from "../../../ui/Loading";
import { useOnBeat } from "../useLive";
import { BookPanel } from "./BookPanel";
import { bookWords } from "./bookWords";
import { DriftText } from "./DriftText";
import type { SayBook } from "./inWords";
import type { BookOf } from "./useBook";

const CurveChart = lazy(() => import("../../../charts/CurveChart"));

type Point = components["schemas"]["EquityPointOut"];
type Drift = components["schemas"]["DriftOut"];

export function EquityPanel({ of }: { of: BookOf }) {
  const say = useWords(bookWords);
  const { client } = useApi();
  const params = { path: { deployment_id: of.id } };
  const equity = useAsked(`equity:${of.id}`, async (signal) => {
    const answer = client.GET("/api/v1/deployments/{deployment_id}/equity", { params, signal });
    return { points: (await unwrap(answer)).points };
  });
  const drift = useAsked(`drift:${of.id}`, (signal) =>
    unwrap(client.GET("/api/v1/deployments/{deployment_id}/drift", { params, signal })),
  );
  useOnBeat(of.beat, equity.again);
  useOnBeat(of.beat, drift.again);
  return (
    <BookPanel
      title={say("equity_panel")}
      none={say("equity_none")}
      asking={equity}
      isEmpty={({ points }) => points.length === 0}
    >
      {({ points }) => (
        <>
          <Curve
            points={points}
            drift={drift.asked.status === "there" ? drift.asked.value : null}
          />
          <DriftText asked={drift.asked} />
        </>
      )}
    </BookPanel>
  );
}

function Curve({ points, drift }: { points: Point[]; drift: Drift | null }) {
  const say = useWords(bookWords);
  const format = useFormat();
  const lines = useMemo(() => linesOf(points, drift, say), [points, drift, say]);
  if (points.length < 2) return <p>{oneOf(points, say, format)}</p>;
  return (
    <Suspense fallback={<LoadingPart isChart />}>
      <CurveChart
        title={say("equity_title")}
        summary={summaryOf(points, say, format)}
        lines={lines}
        isIntraday={isIntraday(points)}
      />
    </Suspense>
  );
}

function linesOf(points: Point[], drift: Drift | null, say: SayBook) {
  const actual = {
    name: say("equity_line"),
    time: points.map(({ bar }) => bar),
    value: points.map(({ equity }) => Number(equity)),
  };
  if (drift === null || drift.points.length === 0) return [actual];
  const expected = {
    name: say("expected_line"),
    time: drift.points.map(({ bar }) => bar),
    value: drift.points.map((point) => Number(point.expected)),
  };
  return [actual, expected];
}

function oneOf(points: Point[], say: SayBook, format: Format): string {
  const only = points[0];
  return only
    ? say("equity_one", { value: format.money(only.equity), when: format.dateTime(only.bar) })
    : UNKNOWN;
}

function summaryOf(points: Point[], say: SayBook, format: Format): string {
  const first = points[0];
  const last = points.at(-1);
  return say("equity_summary", {
    from: format.money(first?.equity),
    start: format.date(first?.bar),
    to: format.money(last?.equity),
    end: format.date(last?.bar),
    count: points.length,
  });
}

/** Whether two bars lie closer together than a day. */
function isIntraday(points: Point[]): boolean {
  const times = points.map(({ bar }) => Date.parse(bar));
  return times.some((time, at) => at > 0 && time - (times[at - 1] ?? 0) < 20 * 3_600_000);
}
