// Chooses a strategy and one of its versions; who has none is shown the way to one.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import type { components } from "../../contracts/api";
import { useWords } from "../../i18n/words";
import { SelectField } from "../../ui/form/SelectField";
import { words } from "./words";

export type Strategy = components["schemas"]["StrategyOut"];

export interface Picked {
  strategyId: string;
  /** Null for the newest. */
  version: number | null;
}

interface StrategyPickProps {
  strategies: readonly Strategy[];
  picked: Picked;
  onPick: (picked: Picked) => void;
}

export function StrategyPick({ strategies, picked, onPick }: StrategyPickProps) {
  const say = useWords(words);
  const versions = useVersions(picked.strategyId);
  const newest = strategies.find((each) => each.strategy_id === picked.strategyId)?.version;
  return (
    <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
      <SelectField
        label={say("pick_strategy")}
        options={strategies.map((each) => ({ value: each.strategy_id, label: each.name }))}
        value={picked.strategyId}
        onChoose={(strategyId) => onPick({ strategyId, version: null })}
      />
      <SelectField
        label={say("pick_version")}
        options={[
          { value: "", label: say("newest", { version: newest ?? "—" }) },
          ...versions.map((version) => ({
            value: String(version),
            label: say("version", { version }),
          })),
        ]}
        value={picked.version === null ? "" : String(picked.version)}
        onChoose={(value) => onPick({ ...picked, version: value === "" ? null : Number(value) })}
      />
    </div>
  );
}

/** Until they have come there is only the newest. */
function useVersions(strategyId: string): number[] {
  const api = useApi();
  const { asked } = useAsked(`versions ${strategyId}`, (signal) => {
    const params = { path: { strategy_id: strategyId } };
    return unwrap(api.client.GET("/api/v1/strategies/{strategy_id}/versions", { params, signal }));
  });
  return asked.status === "there" ? asked.value.versions.map((each) => each.version) : [];
}
