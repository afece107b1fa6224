// Which strategy is tested, and which version of it.
import type { components } from "../../contracts/api";
import { useWords } from "../../i18n/words";
import type { Order } from "./order";
import { SelectField } from "../../ui/form/SelectField";
import { words } from "./words";

export type StrategyChoice = components["schemas"]["StrategyPage"]["strategies"][number];

interface StrategyFieldsProps {
  strategies: readonly StrategyChoice[];
  order: Order;
  error: string | undefined;
  onChange: (part: Partial<Order>) => void;
}

export function StrategyFields({ strategies, order, error, onChange }: StrategyFieldsProps) {
  const say = useWords(words);
  const chosen = strategies.find((each) => each.strategy_id === order.strategyId);
  const older = chosen
    ? Array.from({ length: chosen.version - 1 }, (_, n) => chosen.version - 1 - n)
    : [];
  return (
    <>
      <SelectField
        label={say("strategy")}
        options={[
          { value: "", label: say("choose_strategy") },
          ...strategies.map((each) => ({ value: each.strategy_id, label: each.name })),
        ]}
        value={chosen ? order.strategyId : ""}
        error={error}
        onChoose={(strategyId) => onChange({ strategyId, version: "" })}
      />
      <SelectField
        label={say("strategy_version")}
        options={[
          { value: "", label: say("newest", { version: chosen?.version ?? "—" }) },
          ...older.map((version) => ({
            value: String(version),
            label: say("version", { version }),
          })),
        ]}
        value={older.includes(Number(order.version)) ? order.version : ""}
        onChoose={(version) => onChange({ version })}
      />
    </>
  );
}
