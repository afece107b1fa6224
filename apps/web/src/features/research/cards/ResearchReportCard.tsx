// The `research_report` card.
import type { CardProps } from "../../cards";

export default function ResearchReportCard({ card }: CardProps<"research_report">) {
  return <p>{card.type}</p>;
}
