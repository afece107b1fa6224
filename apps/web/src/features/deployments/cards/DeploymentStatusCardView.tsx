// The `deployment_status` card.
import type { CardProps } from "../../cards";

export default function DeploymentStatusCardView({ card }: CardProps<"deployment_status">) {
  return <p>{card.type}</p>;
}
