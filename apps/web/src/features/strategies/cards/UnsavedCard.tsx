// Rules in a conversation that nobody has saved: shown in sentences, checked, and ready to be confirmed.
import type { ReactNode } from "react";
import { useAsked } from "../../../api/useAsked";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Definition } from "../rules/Definition";
import { ProblemList } from "../editing/ProblemList";
import { Sentences } from "../rules/Sentences";
import type { Document } from "../types";
import { useCheck } from "../editing/useCheck";
import { CardFrame } from "./CardFrame";
import { cardWords } from "./cardWords";
import { Confirming } from "./Confirming";

interface UnsavedCardProps {
  document: Document;
  isOpen: boolean;
  sessionId: string;
  onSay: (message: string) => void;
  /** What else can be done with it. */
  children?: ReactNode;
}

/** Only rules that the server would take can be confirmed; of others it says what is wrong. */
export function UnsavedCard({ document, isOpen, children, ...conversation }: UnsavedCardProps) {
  const say = useWords(cardWords);
  const { check, language } = useCheck();
  const asking = useAsked(`${language} ${JSON.stringify(document)}`, (signal) =>
    check({ document }, signal),
  );
  return (
    <CardFrame document={document} version={null}>
      <AskedPart of={asking}>
        {({ content_hash: contentHash, sentences, problems }) =>
          contentHash === null ? (
            <>
              <p className="font-medium text-danger">✗ {say("invalid")}</p>
              <ProblemList problems={problems} />
              <Definition document={document} />
            </>
          ) : (
            <>
              <Sentences sentences={sentences} document={document} />
              <Definition document={document} />
              {isOpen && (
                <Confirming unsaved={document} contentHash={contentHash} {...conversation} />
              )}
            </>
          )
        }
      </AskedPart>
      {children}
    </CardFrame>
  );
}
