// Risks by probability and impact as a heat map that is a table, with each risk's full text below.
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import { bare } from "./evidence/citations";
import { CitedText } from "./evidence/CitedText";
import type { Level, Risk } from "./debate";
import { reportWords } from "./reportWords";

const DOWNWARD: readonly Level[] = ["HIGH", "MEDIUM", "LOW"];
const RIGHTWARD: readonly Level[] = ["LOW", "MEDIUM", "HIGH"];
const WEIGHT: Record<Level, number> = { LOW: 1, MEDIUM: 2, HIGH: 3 };
const HEAT = { mild: "bg-well", watch: "bg-accent-soft", severe: "bg-danger-soft" } as const;

export function RiskMatrix({ risks }: { risks: readonly Risk[] }) {
  const say = useWords(reportWords);
  const high = risks.filter(
    ({ probability, impact }) =>
      probability && impact && severityOf(probability, impact) === "severe",
  ).length;
  return (
    <Panel title={say("matrix")}>
      <p className="mb-3 text-sm text-soft">
        {say("matrix_summary", { count: risks.length, high })}
      </p>
      <table
        data-testid="risk-matrix"
        className="w-full table-fixed border-separate border-spacing-1"
      >
        <caption className="sr-only">{say("matrix")}</caption>
        <thead>
          <tr className="text-sm text-soft">
            <th scope="col" className="w-16 text-left font-normal sm:w-28">
              {say("probability")} ↓ {say("impact")} →
            </th>
            {RIGHTWARD.map((impact) => (
              <th key={impact} scope="col" className="p-1 font-medium">
                {say("impact_of", { level: say(impact) })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DOWNWARD.map((probability) => (
            <tr key={probability}>
              <th scope="row" className="text-left text-sm font-medium text-soft">
                {say("probability_of", { level: say(probability) })}
              </th>
              {RIGHTWARD.map((impact) => (
                <Cell
                  key={impact}
                  severity={severityOf(probability, impact)}
                  risks={risks.filter(
                    (risk) => risk.probability === probability && risk.impact === impact,
                  )}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <RiskList risks={risks} />
    </Panel>
  );
}

function Cell({ severity, risks }: { severity: keyof typeof HEAT; risks: readonly Risk[] }) {
  const say = useWords(reportWords);
  return (
    <td className={`h-16 rounded-md p-2 align-top text-sm ${HEAT[severity]}`}>
      <span className="block text-xs text-soft">{say(severity)}</span>
      {risks.length === 0 && <span className="sr-only">{say("nothing_here")}</span>}
      <ul className="space-y-1">
        {risks.map((risk) => (
          <li key={risk.mark} className="sm:line-clamp-2">
            <strong>{risk.mark}</strong>
            <span className="sr-only sm:not-sr-only"> {bare(risk.risk)}</span>
          </li>
        ))}
      </ul>
    </td>
  );
}

function RiskList({ risks }: { risks: readonly Risk[] }) {
  const say = useWords(reportWords);
  return (
    <ul className="mt-4 space-y-3">
      {risks.map((risk) => (
        <li key={risk.mark} className="flex gap-3">
          <strong className="shrink-0">{risk.mark}</strong>
          <div className="min-w-0 break-words">
            <CitedText text={risk.risk} />
            <p className="text-sm text-soft">
              {say("probability_of", { level: say(risk.probability ?? "level_unknown") })} ·{" "}
              {say("impact_of", { level: say(risk.impact ?? "level_unknown") })}
            </p>
            <p className="text-sm text-soft">
              {say("mitigation")}: <CitedText text={risk.mitigation} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function severityOf(probability: Level, impact: Level): keyof typeof HEAT {
  const weight = WEIGHT[probability] * WEIGHT[impact];
  return weight >= 6 ? "severe" : weight >= 3 ? "watch" : "mild";
}
