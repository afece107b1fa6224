// The `stress_report` card: the verdict and its reasons, the crises, the fan, the heatmap on demand.
import { Link } from "wouter";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Badge } from "../../../ui/Badge";
import { Disclosure } from "../../../ui/Disclosure";
import { Icon } from "../../../ui/Icon";
import { Panel } from "../../../ui/Panel";
import type { CardProps } from "../../cards";
import { CrisisBars } from "../parts/CrisisBars";
import { Histories } from "../parts/Histories";
import { SensitivityHeatmap } from "../parts/SensitivityHeatmap";
import { Verdict } from "../parts/Verdict";
import { type StressReport, type StressTest, worldsOf } from "../report";
import { Unfinished } from "../Unfinished";
import { useStressTest } from "../useStressTest";
import { VerdictMark } from "../VerdictMark";
import { words } from "../words";

export default function StressReportCard({ card }: CardProps<"stress_report">) {
  const say = useWords(words);
  const asking = useStressTest(card.stress_report_id);
  const waiting = card.verdict ? <VerdictMark ruling={card.verdict} /> : <p>{say("running")}</p>;
  return (
    <Panel title={say("card_title")}>
      <AskedPart of={asking} waiting={waiting}>
        {({ test, report }) => (
          <div className="space-y-4">
            {report === null ? (
              <Unfinished of={test} say={say} onEnd={asking.again} />
            ) : (
              <ReportBody test={test} report={report} />
            )}
            <Link
              href={`/stress/${test.id}`}
              className="inline-flex min-h-10 items-center gap-1.5 font-medium text-accent underline-offset-4 hover:underline"
            >
              {say("open")}
              <Icon name="arrow" className="size-4" />
            </Link>
          </div>
        )}
      </AskedPart>
    </Panel>
  );
}

function ReportBody({ test, report }: { test: StressTest; report: StressReport }) {
  const say = useWords(words);
  const worlds = worldsOf(report);
  return (
    <>
      <Verdict report={report} isBrief />
      {report.is_demo && <Badge tone="accent">{say("demo")}</Badge>}
      {report.crises && (
        <Disclosure summary={say("crises")}>
          <CrisisBars crises={report.crises} />
        </Disclosure>
      )}
      {worlds && (
        <Disclosure summary={say("part_monte_carlo")}>
          <Histories id={test.id} strategyId={test.strategy_id} report={report} worlds={worlds} />
        </Disclosure>
      )}
      {report.sensitivity && (
        <Disclosure summary={say("show_heatmap")}>
          <SensitivityHeatmap found={report.sensitivity} />
        </Disclosure>
      )}
    </>
  );
}
