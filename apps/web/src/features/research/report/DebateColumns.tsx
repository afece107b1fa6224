// Bull and bear side by side: thesis, arguments with their strength, what each grants, what would move the price.
import { type ReactNode, useId } from "react";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { isExpert } from "../experts";
import { useStepName } from "../useStepName";
import { CitedList, CitedText } from "./evidence/CitedText";
import type { Argument, Case, Debate } from "./debate";
import { reportWords } from "./reportWords";
import { Strength } from "./Strength";

export function DebateColumns({ debate }: { debate: Debate }) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Side argued={debate.bull} />
      <Side argued={debate.bear} />
    </div>
  );
}

function Side({ argued }: { argued: Case }) {
  const say = useWords(reportWords);
  const format = useFormat();
  const id = useId();
  const { side } = argued;
  const colours = side === "bull" ? "border-t-bull" : "border-t-bear";
  return (
    <section
      aria-labelledby={id}
      data-testid={`${side}-column`}
      className={`min-w-0 space-y-4 rounded-lg border border-t-4 border-line bg-surface p-4 ${colours}`}
    >
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 id={id} className={`font-semibold ${side === "bull" ? "text-bull" : "text-bear"}`}>
          <span aria-hidden="true">{side === "bull" ? "▲" : "▼"}</span> {say(side)}
        </h3>
        <span className="text-sm text-soft">
          {say("own_confidence", { confidence: format.percent(argued.confidence, 0) })}
        </span>
      </header>
      <p className="break-words">
        <CitedText text={argued.thesis} />
      </p>
      <ol className="space-y-3">
        {argued.arguments.map((each) => (
          <Point key={each.argument} point={each} side={side} />
        ))}
      </ol>
      <Part title={say(`${side}_grants`)} items={argued.granted} />
      <Part title={say(`${side}_triggers`)} items={argued.triggers} />
    </section>
  );
}

function Point({ point, side }: { point: Argument; side: Case["side"] }) {
  const nameOf = useStepName();
  return (
    <li className="rounded-md bg-well p-3">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2 text-sm">
        <span className="font-medium">{nameOf(point.dimension)}</span>
        <Strength level={point.strength} side={side} />
      </div>
      <p className="break-words">
        <Said by={point.dimension}>{point.argument}</Said>
      </p>
      <p className="mt-1 text-sm break-words text-soft">
        <Said by={point.dimension}>{point.evidence}</Said>
      </p>
    </li>
  );
}

function Said({ by, children }: { by: string; children: string }) {
  return <CitedText text={children} speaker={isExpert(by) ? by : null} />;
}

function Part({ title, items }: { title: string; items: readonly string[] }): ReactNode {
  if (items.length === 0) return null;
  return (
    <div className="text-sm">
      <h4 className="mb-1 font-semibold text-soft">{title}</h4>
      <CitedList items={items} />
    </div>
  );
}
