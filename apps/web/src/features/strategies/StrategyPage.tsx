// One strategy: its rules in sentences, what runs, its versions and what changed between them.
import { useSearch } from "wouter";
import { unwrap } from "../../api/client";
import { useApi } from "../../api/ApiContext";
import { useAsked } from "../../api/useAsked";
import { Asked } from "../../ui/form/Asked";
import { StrategyView } from "./StrategyView";

export function StrategyPage({ id }: { id: string }) {
  const { client } = useApi();
  const wanted = versionIn(useSearch());
  const asking = useAsked(id, (signal) =>
    unwrap(
      client.GET("/api/v1/strategies/{strategy_id}", {
        params: { path: { strategy_id: id } },
        signal,
      }),
    ),
  );
  return (
    <Asked of={asking}>
      {(strategy) => (
        <StrategyView
          strategy={strategy}
          version={wanted ?? strategy.version}
          onChanged={asking.again}
        />
      )}
    </Asked>
  );
}

/** The old version that the address asks for, if it asks for one. */
function versionIn(search: string): number | null {
  const version = Number(new URLSearchParams(search).get("version"));
  return Number.isInteger(version) && version > 0 ? version : null;
}
