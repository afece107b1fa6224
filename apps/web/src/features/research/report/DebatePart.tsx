// The debate of a report: both columns, the risks, what stays in dispute, and how it was resolved.
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import type { ResearchResult } from "../experts";
import { CitedList, CitedText } from "./evidence/CitedText";
import type { Debate } from "./debate";
import { DebateColumns } from "./DebateColumns";
import { GroundingLine } from "./GroundingLine";
import { reportWords } from "./reportWords";
import { RiskMatrix } from "./RiskMatrix";
import { EngineBadge, SignalBadge } from "./Signal";

export function DebatePart({ result, debate }: { result: ResearchResult; debate: Debate | null }) {
  const say = useWords(reportWords);
  if (debate === null) {
    return (
      <Panel title={say("debate")}>
        <p className={result.debate_error ? "text-danger" : "text-soft"}>
          {result.debate_error
            ? say("debate_failed", { error: result.debate_error })
            : say("debate_skipped")}
        </p>
      </Panel>
    );
  }
  return (
    <>
      <section className="space-y-3">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-lg font-semibold">{say("debate")}</h2>
          <SignalBadge word={debate.direction} />
          <EngineBadge engine={debate.engine} />
        </div>
        {debate.rounds !== null && (
          <p className="text-sm text-soft">{say("debate_rounds", { count: debate.rounds })}</p>
        )}
        <GroundingLine of={debate.grounding} />
        <DebateColumns debate={debate} />
      </section>
      {debate.risks.length > 0 && <RiskMatrix risks={debate.risks} />}
      <Panel title={say("resolution")}>
        <p className="break-words">
          <CitedText text={debate.resolution} />
        </p>
        <Listed title={say("disagreements")} items={debate.disagreements} />
        <Listed title={say("degraded")} items={debate.degraded} />
      </Panel>
    </>
  );
}

function Listed({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="mb-1 font-medium">{title}</h3>
      <CitedList items={items} />
    </div>
  );
}
