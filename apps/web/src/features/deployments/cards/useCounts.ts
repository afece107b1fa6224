// How many positions a deployment holds and how many orders it has made.
import { useApi } from "../../../api/ApiContext";
import { type Api, unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import type { DeploymentDetail } from "../trading";

interface Counts {
  positions: number;
  orders: number;
}

/** Null while it is not known; before the first start there is no book. */
export function useCounts({ id, state, updated_at }: DeploymentDetail): Counts | null {
  const api = useApi();
  const { asked } = useAsked(`counts:${id}:${updated_at}`, async (signal) =>
    state === "ready" ? { positions: 0, orders: 0 } : counted(api, id, signal),
  );
  return asked.status === "there" ? asked.value : null;
}

/** Orders are numbered within their deployment, so the newest one's number is how many there are. */
async function counted({ client }: Api, deployment_id: string, signal: AbortSignal) {
  const path = { deployment_id };
  const [positions, orders] = await Promise.all([
    unwrap(
      client.GET("/api/v1/deployments/{deployment_id}/positions", { params: { path }, signal }),
    ),
    unwrap(
      client.GET("/api/v1/deployments/{deployment_id}/orders", {
        params: { path, query: { limit: 1 } },
        signal,
      }),
    ),
  ]);
  return {
    positions: positions.positions.filter(({ quantity }) => Number(quantity) !== 0).length,
    orders: orders.orders[0]?.number ?? 0,
  };
}
