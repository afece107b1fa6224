// The `stress_report` card.
import type { CardProps } from "../../cards";

export default function StressReportCard({ card }: CardProps<"stress_report">) {
  return <p>{card.type}</p>;
}
