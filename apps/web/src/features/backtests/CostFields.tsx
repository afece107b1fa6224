// What trading costs: the usual of the market, or each part as a person sets it.
import { useWords } from "../../i18n/words";
import { Choice } from "../../ui/form/Choice";
import { Field } from "../../ui/form/Field";
import { Panel } from "../../ui/Panel";
import { COSTS, type Order, type Problems } from "./order";
import { RateFields } from "./RateFields";
import { words } from "./words";

interface CostFieldsProps {
  order: Order;
  problems: Problems;
  onChange: (part: Partial<Order>) => void;
}

export function CostFields({ order, problems, onChange }: CostFieldsProps) {
  const say = useWords(words);
  return (
    <Panel title={say("costs")}>
      <Choice
        label={say("costs")}
        options={[
          { value: "usual", label: say("costs.usual") },
          { value: "own", label: say("costs.own") },
        ]}
        value={order.costsKind}
        onChoose={(costsKind) => onChange({ costsKind })}
      />
      <p className="mt-2 text-sm text-soft">{say("costs_text")}</p>
      {order.costsKind === "own" && (
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          {COSTS.map((cost) => (
            <Field
              key={cost}
              label={say(`cost.${cost}`)}
              inputMode="decimal"
              hint={say("cost_hint")}
              value={order.costs[cost]}
              error={problems[cost] && say(problems[cost])}
              onChange={(event) =>
                onChange({ costs: { ...order.costs, [cost]: event.target.value } })
              }
            />
          ))}
        </div>
      )}
      <div className="mt-4">
        <RateFields rates={order.rates} onChange={(rates) => onChange({ rates })} />
      </div>
    </Panel>
  );
}
