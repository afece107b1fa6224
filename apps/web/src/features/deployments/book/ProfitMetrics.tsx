// Profit and loss as the broker states it now.
import type { Asked } from "../../../api/useAsked";
import type { components } from "../../../contracts/api";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { ActionFailure } from "../../../ui/ActionFailure";
import { MetricGrid } from "../MetricGrid";
import { Signed } from "../Signed";
import { bookWords } from "./bookWords";

export type Performance = components["schemas"]["PerformanceOut"];

export function ProfitMetrics({ asked }: { asked: Asked<Performance> }) {
  const say = useWords(bookWords);
  const format = useFormat();
  if (asked.status === "waiting") return null;
  if (asked.status === "failed") return <ActionFailure error={asked.error} />;
  const now = asked.value;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <h3 className="mb-3 text-sm font-medium">{say("profit")}</h3>
      <MetricGrid
        metrics={[
          { name: say("total"), value: <Signed value={now.profit} /> },
          { name: say("open_profit"), value: <Signed value={now.open_profit} /> },
          { name: say("realised"), value: <Signed value={now.realised} /> },
          { name: say("costs"), value: format.money(now.costs) },
          ...(Number(now.unexplained) === 0
            ? []
            : [{ name: say("unexplained"), value: <Signed value={now.unexplained} /> }]),
        ]}
      />
    </div>
  );
}
