// A draft that the server keeps for its owner, in a conversation.
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useAsked } from "../../../api/useAsked";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Button } from "../../../ui/form/Button";
import { cardWords } from "./cardWords";
import { UnsavedCard } from "./UnsavedCard";

interface DraftCardProps {
  draftId: string;
  isOpen: boolean;
  sessionId: string;
  onSay: (message: string) => void;
}

export function DraftCard({ draftId, isOpen, onSay, sessionId }: DraftCardProps) {
  const say = useWords(cardWords);
  const { client } = useApi();
  const asking = useAsked(draftId, (signal) =>
    unwrap(
      client.GET("/api/v1/strategies/drafts/{draft_id}", {
        params: { path: { draft_id: draftId } },
        signal,
      }),
    ),
  );
  return (
    <AskedPart of={asking}>
      {({ document }) => (
        <UnsavedCard document={document} isOpen={isOpen} onSay={onSay} sessionId={sessionId}>
          {isOpen && (
            <Button kind="quiet" onClick={() => onSay(say("draft_save_said"))}>
              {say("draft_save")}
            </Button>
          )}
        </UnsavedCard>
      )}
    </AskedPart>
  );
}
