// The verdict on top of a report: the call, how sure, how likely, what could go wrong.
import { Link } from "wouter";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import type { ResearchResult } from "../experts";
import { CitedList, CitedText } from "./evidence/CitedText";
import type { Debate } from "./debate";
import { GroundingLine } from "./GroundingLine";
import { ProbabilityPath } from "./ProbabilityPath";
import { reportWords } from "./reportWords";
import { EngineBadge, Share, SignalBadge } from "./Signal";
import { type Verdict, verdictOf } from "./verdict";

export function VerdictPanel({
  result,
  debate,
}: {
  result: ResearchResult;
  debate: Debate | null;
}) {
  const say = useWords(reportWords);
  const verdict = verdictOf(result.verdict);
  return (
    <div data-testid="research-verdict">
      <Panel title={say("verdict")} aside={<EngineBadge engine={verdict?.engine} />}>
        {verdict ? (
          <VerdictBody verdict={verdict} debate={debate} />
        ) : (
          <>
            <p>
              {result.judge_error
                ? say("verdict_failed", { error: result.judge_error })
                : say("verdict_none")}
            </p>
            {debate && <Direction debate={debate} />}
          </>
        )}
        <p className="mt-4 text-sm text-soft">{say("not_advice")}</p>
      </Panel>
    </div>
  );
}

function VerdictBody({ verdict, debate }: { verdict: Verdict; debate: Debate | null }) {
  const say = useWords(reportWords);
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
      <div className="space-y-4">
        <div>
          <p className="text-sm text-soft">{say("judges_call")}</p>
          <p className="mt-1 text-lg">
            <SignalBadge word={verdict.action} />
          </p>
        </div>
        <Share label={say("confidence")} value={verdict.confidence} />
        {debate && <Direction debate={debate} />}
        <Terms verdict={verdict} />
      </div>
      <div className="min-w-0 space-y-4">
        <Likelihood verdict={verdict} />
        {verdict.path.length > 1 && <ProbabilityPath path={verdict.path} />}
        <Part title={say("key_points")} items={verdict.reasoning} />
        <Part title={say("risks")} items={verdict.warnings} />
        <Part title={say("triggers")} items={verdict.triggers} />
        <GroundingLine of={verdict.grounding} />
        {verdict.callNumber !== null && (
          <Link href="/calls" className="inline-block text-accent underline">
            {say(verdict.isWalkBack ? "walk_back_book" : "call_book", {
              number: verdict.callNumber,
            })}
          </Link>
        )}
      </div>
    </div>
  );
}

function Likelihood({ verdict: { probability, days, benchmark } }: { verdict: Verdict }) {
  const say = useWords(reportWords);
  const format = useFormat();
  if (probability === null || days === null) return null;
  const values = { probability: format.percent(probability, 0), days };
  return (
    <p className="text-lg text-pretty">
      {benchmark ? say("verdict_line", { ...values, benchmark }) : say("verdict_alone", values)}
    </p>
  );
}

function Direction({ debate }: { debate: Debate }) {
  const say = useWords(reportWords);
  const format = useFormat();
  return (
    <div>
      <p className="text-sm text-soft">{say("debate_leans")}</p>
      <p className="mt-1 flex flex-wrap items-center gap-2">
        <SignalBadge word={debate.direction} />
        <span className="text-sm text-soft">
          {say("confidence")} {format.percent(debate.confidence, 0)}
        </span>
      </p>
    </div>
  );
}

function Terms({ verdict }: { verdict: Verdict }) {
  const say = useWords(reportWords);
  const format = useFormat();
  const position = verdict.positionPercent === null ? null : verdict.positionPercent / 100;
  const rows: [string, string][] = [
    [say(verdict.action === "SELL" ? "position_sell" : "position"), format.percent(position, 0)],
    [say("stop_loss"), format.number(verdict.stopLoss)],
    [say("take_profit"), format.number(verdict.takeProfit)],
    [say("horizon"), verdict.days === null ? "—" : say("days", { days: verdict.days })],
    [say("entry"), verdict.entry || "—"],
  ];
  return (
    <dl className="space-y-1 text-sm">
      {rows.map(([head, value]) => (
        <div key={head} className="flex justify-between gap-3">
          <dt className="shrink-0 text-soft">{head}</dt>
          <dd className="min-w-0 text-right break-words">
            <CitedText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Part({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 font-medium">{title}</h3>
      <CitedList items={items} />
    </div>
  );
}
