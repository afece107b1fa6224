// One template: what it believes in, how often it traded, its rules behind a toggle, and the button that takes it.
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { Button } from "../../../ui/form/Button";
import { Disclosure } from "../../../ui/Disclosure";
import { descriptionOf, isDemo, nameOf } from "../rules/document";
import { newWords } from "./newWords";
import { TemplatePreview } from "./TemplatePreview";
import { Sentences } from "../rules/Sentences";
import type { Document, Template } from "../types";
import { words } from "../words";

interface TemplateItemProps {
  template: Template;
  isBusy: boolean;
  onUse: (document: Document) => void;
}

export function TemplateItem({ template, isBusy, onUse }: TemplateItemProps) {
  const say = useWords(newWords);
  const sayList = useWords(words);
  const { document, sentences, traded } = template;
  const name = nameOf(document) ?? "";
  return (
    <li
      data-testid="strategy-template"
      className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{name}</h2>
        <span className="flex flex-wrap gap-1">
          {isDemo(document) && <Badge tone="accent">{sayList("demo_badge")}</Badge>}
          <Badge>{String(document.timeframe)}</Badge>
        </span>
      </div>
      <p className="text-soft">{descriptionOf(document)}</p>
      {traded && <p className="text-sm text-soft">{traded.text}</p>}
      <TemplatePreview document={document} name={name} />
      <Disclosure summary={say("show_rules")}>
        <Sentences sentences={sentences} document={document} />
      </Disclosure>
      <Button
        className="self-start"
        kind="quiet"
        disabled={isBusy}
        aria-label={`${say("use")}: ${name}`}
        onClick={() => onUse(document)}
      >
        {say("use")}
      </Button>
    </li>
  );
}
