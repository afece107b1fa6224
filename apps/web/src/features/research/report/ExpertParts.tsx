// What only some experts report: price levels, a range of value, scored parts, catalysts.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { CitedText } from "./evidence/CitedText";
import type { Catalyst, Dimension, ExpertReport } from "./expertReport";
import { reportWords, type ReportPhrase } from "./reportWords";
import { Bar, SignalBadge } from "./Signal";

export function ExpertParts({ report }: { report: ExpertReport }) {
  return (
    <>
      {report.levels && <Levels levels={report.levels} />}
      {report.range && <ValueRange range={report.range} />}
      {report.dimensions.length > 0 && <Dimensions report={report} />}
      <Catalysts catalysts={report.catalysts.filter((each) => each.isPositive)} isPositive />
      <Catalysts
        catalysts={report.catalysts.filter((each) => !each.isPositive)}
        isPositive={false}
      />
    </>
  );
}

function Levels({ levels }: { levels: NonNullable<ExpertReport["levels"]> }) {
  const say = useWords(reportWords);
  const format = useFormat();
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {(["support", "resistance"] as const).map((side) => (
        <div key={side} className="flex gap-2">
          <dt className="text-soft">{say(side)}</dt>
          <dd className="font-mono tabular-nums">
            {levels[side].map((each) => format.number(each)).join(" / ") || say("none_found")}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ValueRange({ range }: { range: NonNullable<ExpertReport["range"]> }) {
  const say = useWords(reportWords);
  const format = useFormat();
  const bounds = { lower: format.number(range.lower), upper: format.number(range.upper) };
  return (
    <p className="text-sm">
      <span className="text-soft">{say("value_range")}</span>{" "}
      <span className="font-mono tabular-nums">{say("value_range_text", bounds)}</span>
    </p>
  );
}

function Dimensions({ report: { dimensions, expert } }: { report: ExpertReport }) {
  const say = useWords(reportWords);
  const format = useFormat();
  return (
    <div>
      <h4 className="mb-1 text-sm font-semibold text-soft">{say("dimensions")}</h4>
      <ul className="space-y-3">
        {dimensions.map((each) => (
          <li key={each.name}>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-medium">
                <DimensionName of={each} />
              </span>
              {each.score !== null && (
                <span className="font-mono text-sm tabular-nums">
                  {format.number(each.score, 1)} / 100
                </span>
              )}
              {each.stance && <SignalBadge word={each.stance} />}
            </div>
            {each.score !== null && <Bar value={each.score / 100} />}
            <p className="mt-1 text-sm break-words">
              <CitedText text={each.assessment} speaker={expert} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function DimensionName({ of: { name } }: { of: Dimension }) {
  const say = useWords(reportWords);
  return Object.hasOwn(reportWords.zh, name) ? say(name as ReportPhrase) : name;
}

function Catalysts({
  catalysts,
  isPositive,
}: {
  catalysts: readonly Catalyst[];
  isPositive: boolean;
}) {
  const say = useWords(reportWords);
  if (catalysts.length === 0) return null;
  return (
    <div>
      <h4 className="mb-1 text-sm font-semibold text-soft">
        {say(isPositive ? "catalysts_up" : "catalysts_down")}
      </h4>
      <ul className="list-disc space-y-1 pl-5">
        {catalysts.map((each) => (
          <li key={each.event} className="break-words">
            <CitedText text={each.event} speaker="catalyst_detective" />
            <span className="block text-sm text-soft">
              <CitedText
                text={[each.impact, each.timeframe, each.probability].filter(Boolean).join(" · ")}
                speaker="catalyst_detective"
              />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
