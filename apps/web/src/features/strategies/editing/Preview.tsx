// The rules of a definition that is being written, as the server read them.
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import { newWords } from "./newWords";
import { Sentences } from "../rules/Sentences";
import type { Validation } from "../types";

export function Preview({ validation: { document, sentences } }: { validation: Validation }) {
  const say = useWords(newWords);
  if (document === null) return null;
  return (
    <Panel title={say("preview")}>
      <Sentences sentences={sentences} document={document} />
    </Panel>
  );
}
