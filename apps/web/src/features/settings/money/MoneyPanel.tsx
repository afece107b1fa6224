// What models have cost in the last thirty days, what for, and how much of each budget is left.
import { useState } from "react";
import type { Asking } from "../../../api/useAsked";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Choice } from "../../../ui/form/Choice";
import { Panel } from "../../../ui/Panel";
import { AskedPart } from "../../../ui/form/AskedPart";
import { useDollars } from "../dollars";
import { words } from "../words";
import { Budgets } from "./Budgets";
import { type Grouping, GROUPINGS, type Usage } from "./usage";
import { UsageTable } from "./UsageTable";

export function MoneyPanel({ usage }: { usage: Asking<Usage> }) {
  const say = useWords(words);
  return (
    <Panel title={say("money")}>
      <AskedPart of={usage}>{(value) => <Spent usage={value} />}</AskedPart>
    </Panel>
  );
}

function Spent({ usage }: { usage: Usage }) {
  const say = useWords(words);
  const format = useFormat();
  const [by, setBy] = useState<Grouping>("model");
  return (
    <div className="space-y-5">
      <p className="max-w-3xl text-sm text-soft">
        {say("money_text", { since: format.date(usage.since), until: format.date(usage.until) })}
      </p>
      <Totals totals={usage.totals} />
      <section>
        <h3 className="mb-2 font-medium">{say("budgets")}</h3>
        <Budgets budgets={usage.budgets} />
      </section>
      <section>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-medium">{say("usage")}</h3>
          <Choice
            label={say("group_by")}
            options={GROUPINGS.map((value) => ({ value, label: say(`by_${value}`) }))}
            value={by}
            onChoose={setBy}
          />
        </div>
        {usage.lines.length === 0 ? (
          <p className="text-soft">{say("usage_none")}</p>
        ) : (
          <UsageTable lines={usage.lines} by={by} />
        )}
      </section>
    </div>
  );
}

function Totals({ totals }: { totals: Usage["totals"] }) {
  const say = useWords(words);
  const format = useFormat();
  const dollars = useDollars();
  const facts = [
    { name: "total_cost", text: dollars(totals.cost) },
    { name: "total_calls", text: format.number(totals.calls, 0) },
    { name: "total_failed", text: format.number(totals.failed, 0) },
    {
      name: "total_tokens",
      text: `${format.number(totals.input_tokens, 0)} / ${format.number(totals.output_tokens, 0)}`,
    },
  ] as const;
  return (
    <div data-testid="usage-total">
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {facts.map(({ name, text }) => (
          <div key={name} className="rounded-md bg-well px-3 py-2">
            <dt className="text-sm text-soft">{say(name)}</dt>
            <dd className="font-mono text-lg break-words tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
      {totals.unpriced_calls > 0 && (
        <p className="mt-2">{say("unpriced", { count: totals.unpriced_calls })}</p>
      )}
    </div>
  );
}
