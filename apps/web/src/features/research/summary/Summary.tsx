// What a finished session comes to, at first sight: the verdict, how likely it is, what the share is worth, the chart.
import type { ReactNode } from "react";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import type { ResearchDetail, ResearchResult } from "../experts";
import { reportsOf } from "../report/reports";
import { reportWords } from "../report/reportWords";
import { EngineBadge, SignalBadge, useSignalWord } from "../report/Signal";
import { leanOf } from "../report/signals";
import { verdictOf } from "../report/verdict";
import { useStepName } from "../useStepName";
import { words } from "../words";
import { valueRangeOf } from "./figures";
import { summaryWords } from "./summaryWords";
import { VerdictChart } from "./VerdictChart";

interface SummaryProps {
  detail: ResearchDetail;
  result: ResearchResult;
  isCompact?: boolean;
  /** What can be done next. */
  children?: ReactNode;
}

export function Summary({ detail, result, isCompact = false, children }: SummaryProps) {
  return (
    <section
      data-testid="research-summary"
      className={
        isCompact ? "space-y-3" : "space-y-4 rounded-lg border border-line bg-surface p-4 sm:p-5"
      }
    >
      <Headline result={result} isCompact={isCompact} />
      <VerdictChart detail={detail} result={result} isCompact={isCompact} />
      {!isCompact && <Signals result={result} />}
      {children}
    </section>
  );
}

const COLOURS = { up: "text-up", down: "text-down", even: "text-ink" } as const;

function Headline({ result, isCompact }: { result: ResearchResult; isCompact: boolean }) {
  const say = useWords(summaryWords);
  const sayReport = useWords(reportWords);
  const format = useFormat();
  const wordOf = useSignalWord();
  const verdict = verdictOf(result.verdict);
  const range = valueRangeOf(result);
  if (verdict === null)
    return (
      <p>
        {result.judge_error
          ? sayReport("verdict_failed", { error: result.judge_error })
          : sayReport("verdict_none")}
      </p>
    );
  const size = isCompact ? "text-xl" : "text-3xl";
  return (
    <div
      className={
        isCompact
          ? "grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3"
          : "flex flex-wrap items-start gap-x-8 gap-y-3"
      }
    >
      <div>
        <p className="text-sm text-soft">{sayReport("verdict")}</p>
        <p className={`${size} leading-tight font-semibold ${COLOURS[leanOf(verdict.action)]}`}>
          {wordOf(verdict.action)}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-soft">
          {sayReport("confidence")} {format.percent(verdict.confidence, 0)}
          <EngineBadge engine={verdict.engine} />
        </p>
      </div>
      {verdict.probability !== null && (
        <Figure
          name={say("probability")}
          value={format.percent(verdict.probability, 0)}
          size={size}
          note={
            verdict.benchmark
              ? say("probability_against", {
                  benchmark: verdict.benchmark,
                  days: verdict.days ?? "",
                })
              : say("probability_alone", { days: verdict.days ?? "" })
          }
        />
      )}
      {range && (
        <Figure
          name={say("value")}
          value={`${format.price(range.lower)} – ${format.price(range.upper)}`}
          size={size}
          note={say("value_note")}
        />
      )}
    </div>
  );
}

interface FigureProps {
  name: string;
  value: string;
  note: string;
  size: string;
}

function Figure({ name, value, note, size }: FigureProps) {
  return (
    <div>
      <p className="text-sm text-soft">{name}</p>
      <p className={`${size} leading-tight font-semibold tabular-nums`}>{value}</p>
      <p className="mt-1 text-sm text-soft">{note}</p>
    </div>
  );
}

function Signals({ result }: { result: ResearchResult }) {
  const say = useWords(words);
  const format = useFormat();
  const nameOf = useStepName();
  return (
    <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-5">
      {reportsOf(result).map((report) => (
        <li key={report.expert} className="rounded-md bg-well px-3 py-2">
          <p className="text-sm text-soft">{nameOf(report.expert)}</p>
          {report.status === "failed" ? (
            <Badge tone="danger">{say("failed")}</Badge>
          ) : (
            <p className="mt-1 flex flex-wrap items-center gap-2">
              <SignalBadge word={report.signal} />
              <span className="text-sm tabular-nums">{format.percent(report.confidence, 0)}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
