// The `choice_prompt` card.
import type { CardProps } from "../../cards";

export default function ChoicePromptCard({ card }: CardProps<"choice_prompt">) {
  return <p>{card.type}</p>;
}
