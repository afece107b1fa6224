// The `approval_request` card.
import type { CardProps } from "../../cards";

export default function ApprovalRequestCardView({ card }: CardProps<"approval_request">) {
  return <p>{card.type}</p>;
}
