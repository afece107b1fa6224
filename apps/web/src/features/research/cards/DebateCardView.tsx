// The `debate_card` card: bull and bear in two columns, and how it was resolved.
import { Link } from "wouter";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import type { CardProps } from "../../cards";
import type { ResearchDetail } from "../experts";
import { bare } from "../report/evidence/citations";
import { type Case, type Debate, debateOf } from "../report/debate";
import { reportWords } from "../report/reportWords";
import { EngineBadge, SignalBadge } from "../report/Signal";
import { Strength } from "../report/Strength";
import { useResearch } from "../session/useResearch";
import { useStepName } from "../useStepName";
import { cardWords } from "./cardWords";

export default function DebateCardView({ card }: CardProps<"debate_card">) {
  const say = useWords(cardWords);
  const { asking } = useResearch(card.research_session_id);
  return (
    <section className="space-y-3 rounded-lg border border-line bg-surface p-4">
      <p className="font-semibold">{say("debate_of", { symbol: card.symbol })}</p>
      <AskedPart of={asking} waiting={<p className="text-soft">…</p>}>
        {(detail) => <DebateBody detail={detail} />}
      </AskedPart>
      <Link
        href={`/research/${card.research_session_id}`}
        className="inline-flex min-h-10 items-center text-accent underline"
      >
        {say("open")}
      </Link>
    </section>
  );
}

function DebateBody({ detail: { status, result } }: { detail: ResearchDetail }) {
  const say = useWords(cardWords);
  const sayReport = useWords(reportWords);
  const debate = debateOf(result?.debate_outcome);
  if (debate) return <Columns debate={debate} />;
  if (status === "running") return <p className="text-soft">{say("waiting")}</p>;
  return (
    <p className="text-soft">
      {result?.debate_error
        ? sayReport("debate_failed", { error: result.debate_error })
        : sayReport("debate_skipped")}
    </p>
  );
}

function Columns({ debate }: { debate: Debate }) {
  const say = useWords(reportWords);
  const format = useFormat();
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <SignalBadge word={debate.direction} />
        <span className="text-sm text-soft">
          {say("confidence")} {format.percent(debate.confidence, 0)}
        </span>
        <EngineBadge engine={debate.engine} />
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Side argued={debate.bull} />
        <Side argued={debate.bear} />
      </div>
      <p className="text-sm break-words">
        <span className="font-medium">{say("resolution")}: </span>
        {bare(debate.resolution)}
      </p>
    </>
  );
}

function Side({ argued: { side, arguments: points, thesis } }: { argued: Case }) {
  const say = useWords(reportWords);
  const nameOf = useStepName();
  const colours = side === "bull" ? "border-t-bull" : "border-t-bear";
  return (
    <div
      data-testid={`${side}-column`}
      className={`min-w-0 rounded-md border border-t-4 border-line p-3 ${colours}`}
    >
      <p className={`font-semibold ${side === "bull" ? "text-bull" : "text-bear"}`}>
        <span aria-hidden="true">{side === "bull" ? "▲" : "▼"}</span> {say(side)}
      </p>
      {points.length === 0 && <p className="text-sm break-words">{bare(thesis)}</p>}
      <ul className="mt-2 space-y-2 text-sm">
        {points.map((point) => (
          <li key={point.argument}>
            <span className="flex flex-wrap items-center justify-between gap-2 text-soft">
              {nameOf(point.dimension)}
              <Strength level={point.strength} side={side} />
            </span>
            <span className="block break-words">{bare(point.argument)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
