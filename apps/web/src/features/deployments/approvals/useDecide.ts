// A person's word on an approval: for exactly the terms that were shown.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import type { Approval } from "../trading";
import { type Action, useAction } from "../../../ui/useAction";

export type Verdict = "approve" | "deny" | "withdraw";

export function useDecide({ id, digest }: Approval): Action<[Verdict]> {
  const { client } = useApi();
  const params = { path: { approval_id: id } };
  return useAction((verdict: Verdict) =>
    verdict === "approve"
      ? unwrap(client.POST("/api/v1/approvals/{approval_id}/approve", { params, body: { digest } }))
      : unwrap(client.POST(`/api/v1/approvals/{approval_id}/${verdict}`, { params })),
  );
}
