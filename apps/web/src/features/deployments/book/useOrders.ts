// The orders of a deployment, newest first.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import type { Order } from "../trading";
import type { Pages } from "../../../ui/usePages";
import { type BookOf, useBook } from "./useBook";

export function useOrders(of: BookOf): Pages<Order> {
  const { client } = useApi();
  return useBook<Order>({
    name: "orders",
    of,
    ask: async (params, signal) => {
      const page = await unwrap(
        client.GET("/api/v1/deployments/{deployment_id}/orders", { params, signal }),
      );
      return { items: page.orders, next: page.next };
    },
  });
}
