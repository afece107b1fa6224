// Where a person's word on the rules of a card stands. Stored rules are confirmed in the conversation itself; on those
// that are not saved the word can be given here, in the newest answer.
import { useState } from "react";
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useAsked } from "../../../api/useAsked";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Badge } from "../../../ui/Badge";
import { useConversationChange } from "../../conversationChange";
import type { Confirmed, Document } from "../types";
import { cardWords } from "./cardWords";
import { ConfirmedNote } from "./ConfirmedNote";
import { ConfirmForm } from "./ConfirmForm";
import { standingOf } from "./standing";

interface ConfirmingProps {
  sessionId: string;
  unsaved: Document | null;
  contentHash: string;
  onSay: (message: string) => void;
}

export function Confirming({ sessionId, unsaved, contentHash, onSay }: ConfirmingProps) {
  const say = useWords(cardWords);
  const { client } = useApi();
  const reloadConversation = useConversationChange();
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null);
  const keep = (given: Confirmed) => {
    setConfirmed(given);
    reloadConversation();
  };
  const asking = useAsked(sessionId, (signal) =>
    unwrap(
      client.GET("/api/v1/sessions/{session_id}", {
        params: { path: { session_id: sessionId } },
        signal,
      }),
    ),
  );
  if (confirmed) return <ConfirmedNote confirmed={confirmed} onSay={onSay} />;
  return (
    <AskedPart of={asking}>
      {(conversation) => {
        const standing = standingOf(conversation, contentHash);
        if (standing === "confirmed") return <Badge tone="accent">{say("confirmed")}</Badge>;
        if (standing === "closed" || unsaved === null) return null;
        return <ConfirmForm sessionId={sessionId} document={unsaved} onConfirmed={keep} />;
      }}
    </AskedPart>
  );
}
