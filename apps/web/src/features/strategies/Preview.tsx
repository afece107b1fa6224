// The rules of a definition that is being written, where it is JSON: YAML is read by the desk alone.
import { useWords } from "../../i18n/words";
import { Panel } from "../../ui/Panel";
import { recordOf } from "./document";
import { newWords } from "./newWords";
import { RuleOutline } from "./RuleOutline";
import type { Document } from "./types";

export function Preview({ text }: { text: string }) {
  const say = useWords(newWords);
  const document = parsed(text);
  if (document === null) return null;
  return (
    <Panel title={say("preview")}>
      <RuleOutline document={document} />
      <p className="mt-2 text-sm text-soft">{say("preview_note")}</p>
    </Panel>
  );
}

function parsed(text: string): Document | null {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return null;
  }
}
