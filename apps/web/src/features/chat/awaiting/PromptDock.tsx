// The buttons of the newest answer, where they stay in view whatever is above them.
import type { GenUi } from "../../cards";
import type { AssistantEntry, Entry } from "../transcript/entries";
import { CardView } from "../transcript/CardView";
import { isPrompt } from "../transcript/prompts";
import { ReplyContext } from "../ReplyContext";

const SHORT = 400; // characters

interface PromptDockProps {
  entries: readonly Entry[];
  isBusy: boolean;
  sessionId: string;
  onSay: (message: string) => void;
}

export function PromptDock({ entries, isBusy, sessionId, onSay }: PromptDockProps) {
  const newest = entries.at(-1);
  if (isBusy || newest?.by !== "assistant") return null;
  const prompts = promptsOf(newest);
  if (prompts.length === 0) return null;
  return (
    <div
      data-testid="prompt-dock"
      className="max-h-[45dvh] overflow-y-auto border-t border-line bg-surface px-4 py-3 sm:max-h-[40dvh] sm:px-6"
    >
      <div className="mx-auto w-full max-w-3xl space-y-3">
        <ReplyContext value={{ text: textAbove(newest), reply: null }}>
          {prompts.map((card) => (
            <CardView key={keyOf(card)} card={card} isOpen onSay={onSay} sessionId={sessionId} />
          ))}
        </ReplyContext>
      </div>
    </div>
  );
}

/** A short answer ends right above the buttons, so what it asks is not asked again. */
function textAbove({ text, cards }: AssistantEntry): string {
  return text.length <= SHORT && cards.every(isPrompt) ? text : "";
}

function keyOf(card: GenUi): string {
  return card.type === "choice_prompt" ? card.choice_id : card.type;
}

function promptsOf({ cards }: AssistantEntry) {
  return cards.filter(isPrompt);
}
