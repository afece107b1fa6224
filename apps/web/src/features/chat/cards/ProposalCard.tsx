// What was understood of a person's own words: one tap accepts it, one changes it; nothing counts before.
import { useId } from "react";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import type { CardProps } from "../../cards";
import { choiceMessage } from "../choice";
import { useSurroundings } from "../ReplyContext";
import { words } from "../words";

export default function ProposalCard({ card, isOpen, onSay }: CardProps<"proposal">) {
  const say = useWords(words);
  const id = useId();
  const { text, reply } = useSurroundings();
  return (
    <section
      aria-labelledby={id}
      className="rounded-lg border border-accent bg-accent-soft/40 px-4 py-3"
    >
      <p id={id} className={text.includes(say("understood")) ? "sr-only" : "mb-2 font-medium"}>
        {say("understood")}
      </p>
      <ul className="mb-3 space-y-1">
        {Object.entries(card.labels).map(([field, label]) => (
          <li key={field} className="break-words">
            {label}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {card.options.map((option, place) => (
          <Button
            key={option.id}
            kind={place === 0 ? "primary" : "quiet"}
            data-testid="proposal-option"
            data-option={option.id}
            disabled={!isOpen}
            aria-pressed={isOpen ? undefined : reply === option.label}
            onClick={() => onSay(choiceMessage(card.proposal_id, option))}
          >
            {option.label}
            {!isOpen && reply === option.label && (
              <span className="font-normal"> · {say("chosen")}</span>
            )}
          </Button>
        ))}
      </div>
    </section>
  );
}
