// A whole stress report, the verdict first: crises, simulated histories, sensitivity, costs, luck, and what is missing.
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { Panel } from "../../ui/Panel";
import { Attempts } from "./parts/Attempts";
import { CrisisBars } from "./parts/CrisisBars";
import { CrisisTable } from "./parts/CrisisTable";
import { Frictions } from "./parts/Frictions";
import { Histories } from "./parts/Histories";
import { Luck } from "./parts/Luck";
import { NotTested } from "./parts/NotTested";
import { NumbersTable } from "./parts/NumbersTable";
import { SensitivityHeatmap } from "./parts/SensitivityHeatmap";
import { Verdict } from "./parts/Verdict";
import { WorldsTable } from "./parts/WorldsTable";
import { type StressReport, type TestedInDetail, worldsOf } from "./report";
import { words } from "./words";

export function ReportParts({ test, report }: { test: TestedInDetail; report: StressReport }) {
  const say = useWords(words);
  const { language } = useLanguage();
  const { crises, sensitivity } = report;
  const worlds = worldsOf(report);
  const missing = <p className="text-soft">{say("part_missing")}</p>;
  return (
    <div className="space-y-4">
      <Panel title={say("verdict", { ruling: report.verdict.words[language].ruling })}>
        <Verdict report={report} />
      </Panel>
      {test.attempts.length > 0 && (
        <Panel title={say("attempts")}>
          <Attempts attempts={test.attempts} joint={test.joint_verdict} />
        </Panel>
      )}
      <Panel title={say("crises")}>
        {crises === null ? (
          missing
        ) : (
          <div className="space-y-4">
            <CrisisBars crises={crises} />
            <CrisisTable crises={crises} />
          </div>
        )}
      </Panel>
      <Panel title={say("histories")}>
        {worlds === null ? (
          missing
        ) : (
          <div className="space-y-4">
            <Histories id={test.id} strategyId={test.strategy_id} report={report} worlds={worlds} />
            <WorldsTable worlds={worlds} />
          </div>
        )}
      </Panel>
      <Panel title={say("sensitivity")}>
        {sensitivity === null ? (
          missing
        ) : (
          <div className="space-y-5">
            <SensitivityHeatmap found={sensitivity} />
            <NumbersTable curves={sensitivity.curves} />
          </div>
        )}
      </Panel>
      <Panel title={say("frictions")}>
        {sensitivity === null ? missing : <Frictions found={sensitivity} />}
      </Panel>
      <Panel title={say("luck")}>
        <Luck walked={report.walk_forward} luck={report.overfitting} />
      </Panel>
      <Panel title={say("tried")}>
        <ul className="list-disc space-y-1 pl-5">
          {report.tried[language].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Panel>
      <Panel title={say("not_tested")}>
        <NotTested report={report} />
      </Panel>
      <p className="text-sm text-soft">{report.notice[language]}</p>
    </div>
  );
}
