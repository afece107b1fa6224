// A question with its common answers as buttons; once it is answered, it shows which one was chosen.
import { type KeyboardEvent, useId } from "react";
import { useLocation } from "wouter";
import { useWords } from "../../../i18n/words";
import type { CardProps } from "../../cards";
import { ImportLink } from "../../data/ImportLink";
import { addressOf } from "../../places";
import { choiceMessage, opensConversation, symbolToFetch } from "../choice";
import { useSurroundings } from "../ReplyContext";
import { words } from "../words";

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

export default function ChoicePromptCard({ card, isOpen, onSay }: CardProps<"choice_prompt">) {
  const say = useWords(words);
  const id = useId();
  const [, goTo] = useLocation();
  const { text, reply } = useSurroundings();
  const isAskedAbove = text.includes(card.question);
  return (
    <div>
      <p id={id} className={isAskedAbove ? "sr-only" : "mb-2 font-medium"}>
        {card.question}
      </p>
      <div role="group" aria-labelledby={id} className="flex flex-wrap gap-2">
        {card.options.map((option) => {
          const isChosen = reply === option.label;
          return (
            <button
              key={option.id}
              type="button"
              data-testid="choice-option"
              data-option={option.id}
              disabled={!isOpen}
              aria-pressed={isOpen ? undefined : isChosen}
              onKeyDown={moveFocus}
              onClick={() =>
                opensConversation(option.id)
                  ? goTo(addressOf("chat"))
                  : onSay(choiceMessage(card.choice_id, option))
              }
              className={`min-h-11 max-w-full rounded-lg border px-4 py-2 text-left ${look(isOpen, isChosen)}`}
            >
              <span className="block font-medium break-words">
                {option.label}
                {isChosen && <span className="font-normal"> · {say("chosen")}</span>}
              </span>
              {option.subtitle && <span className="block text-sm">{option.subtitle}</span>}
            </button>
          );
        })}
        {isOpen && card.options.some((option) => symbolToFetch(option.id) !== null) && (
          <ImportLink />
        )}
      </div>
    </div>
  );
}

function look(isOpen: boolean, isChosen: boolean): string {
  if (isOpen) return "border-line-strong bg-surface hover:border-accent hover:bg-accent-soft";
  if (isChosen) return "border-accent bg-accent-soft text-accent";
  return "cursor-not-allowed border-line text-soft";
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const group = event.currentTarget.closest("[role=group]");
  const buttons = [...(group?.querySelectorAll("button") ?? [])];
  const at = buttons.findIndex((button) => button === event.currentTarget);
  event.preventDefault();
  buttons.at((at + step) % buttons.length)?.focus();
}
