// Rules in a conversation that nobody has saved: listed from the definition, checked, and open to a person's word.
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useAsked } from "../../../api/useAsked";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/AskedPart";
import { Definition } from "../Definition";
import { ProblemItem } from "../ProblemItem";
import { RuleOutline } from "../RuleOutline";
import type { Document } from "../types";
import { CardFrame } from "./CardFrame";
import { cardWords } from "./cardWords";
import { Confirming } from "./Confirming";

interface UnsavedCardProps {
  document: Document;
  isOpen: boolean;
  sessionId: string;
  onSay: (message: string) => void;
}

export function UnsavedCard({ document, isOpen, sessionId, onSay }: UnsavedCardProps) {
  const say = useWords(cardWords);
  return (
    <CardFrame document={document} version={null}>
      <div data-testid="strategy-sentences">
        <RuleOutline document={document} />
      </div>
      <p className="text-sm text-soft">{say("outline_note")}</p>
      <Definition document={document} />
      {isOpen && <Checked document={document} sessionId={sessionId} onSay={onSay} />}
    </CardFrame>
  );
}

/** Only rules that the desk would take can be confirmed; of others it says what is wrong. */
function Checked({ document, sessionId, onSay }: Omit<UnsavedCardProps, "isOpen">) {
  const { client } = useApi();
  const asking = useAsked(JSON.stringify(document), (signal) =>
    unwrap(client.POST("/api/v1/strategies/validate", { body: { document }, signal })),
  );
  return (
    <AskedPart of={asking}>
      {({ content_hash: contentHash, problems }) =>
        contentHash === null ? (
          <ul className="space-y-3">
            {problems.map((problem) => (
              <ProblemItem key={`${problem.pointer} ${problem.code}`} problem={problem} />
            ))}
          </ul>
        ) : (
          <Confirming
            sessionId={sessionId}
            document={document}
            strategyId={null}
            contentHash={contentHash}
            onSay={onSay}
          />
        )
      }
    </AskedPart>
  );
}
