// The `approval_request` card: the request itself, to be decided where it is read.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { AskedPart } from "../../../ui/form/AskedPart";
import type { CardProps } from "../../cards";
import { ApprovalItem } from "../approvals/ApprovalItem";

const EVERY_MS = 15_000;

export default function ApprovalRequestCardView({ card }: CardProps<"approval_request">) {
  const { client } = useApi();
  const { approval_id } = card;
  const asking = useAsked(
    `approval:${approval_id}`,
    (signal) =>
      unwrap(
        client.GET("/api/v1/approvals/{approval_id}", {
          params: { path: { approval_id } },
          signal,
        }),
      ),
    { every: EVERY_MS },
  );
  return (
    <AskedPart of={asking}>
      {(approval) => <ApprovalItem approval={approval} onChanged={asking.again} />}
    </AskedPart>
  );
}
