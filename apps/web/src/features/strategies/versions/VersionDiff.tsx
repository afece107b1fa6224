// Asks the server what makes one version into another, and draws it.
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useAsked } from "../../../api/useAsked";
import { AskedPart } from "../../../ui/form/AskedPart";
import { DiffView } from "./DiffView";

interface VersionDiffProps {
  strategyId: string;
  from: number;
  to: number;
}

export function VersionDiff({ strategyId, from, to }: VersionDiffProps) {
  const { client } = useApi();
  const asking = useAsked(`${strategyId}/${from}/${to}`, (signal) =>
    unwrap(
      client.GET("/api/v1/strategies/{strategy_id}/diff", {
        params: { path: { strategy_id: strategyId }, query: { from, to } },
        signal,
      }),
    ),
  );
  return (
    <div data-testid="strategy-diff" aria-live="polite">
      <AskedPart of={asking}>{(diff) => <DiffView diff={diff} />}</AskedPart>
    </div>
  );
}
