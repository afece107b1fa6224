// The `strategy_ref` card: a stored strategy, or a draft that only the desk can read.
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { Button } from "../../../ui/Button";
import type { CardProps } from "../../cards";
import { cardWords } from "./cardWords";
import { StoredCard } from "./StoredCard";

export default function StrategyRefCard({ card, ...conversation }: CardProps<"strategy_ref">) {
  const { strategy_id: id, version } = card;
  return id ? (
    <StoredCard strategyId={id} version={version ?? null} {...conversation} />
  ) : (
    <DraftCard isOpen={conversation.isOpen} onSay={conversation.onSay} />
  );
}

function DraftCard({ isOpen, onSay }: { isOpen: boolean; onSay: (message: string) => void }) {
  const say = useWords(cardWords);
  return (
    <article className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="font-semibold">{say("draft_title")}</p>
        <Badge>{say("unsaved")}</Badge>
      </div>
      <p className="mt-1 text-soft">{say("draft_text")}</p>
      {isOpen && (
        <Button className="mt-3" kind="quiet" onClick={() => onSay(say("draft_save_said"))}>
          {say("draft_save")}
        </Button>
      )}
    </article>
  );
}
