// The templates that fit, each with its rules and a button that makes it a strategy.
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useAsked } from "../../../api/useAsked";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { ActionFailure } from "../../../ui/ActionFailure";
import { newWords } from "./newWords";
import { TemplateItem } from "./TemplateItem";
import type { Family, HoldingPeriod, Template } from "../types";
import { useCreate } from "./useCreate";

export interface Filters {
  family: Family | "all";
  holding: HoldingPeriod | "all";
}

export function TemplateList({ ticker, filters }: { ticker: string; filters: Filters }) {
  const { client } = useApi();
  const { language } = useLanguage();
  const { family, holding } = filters;
  const asking = useAsked(`${ticker}/${family}/${holding}/${language}`, (signal) => {
    const query = {
      ticker,
      family: family === "all" ? null : family,
      holding_period: holding === "all" ? null : holding,
      language,
    };
    return unwrap(client.GET("/api/v1/strategies/templates", { params: { query }, signal }));
  });
  return <AskedPart of={asking}>{({ templates }) => <Found templates={templates} />}</AskedPart>;
}

function Found({ templates }: { templates: readonly Template[] }) {
  const say = useWords(newWords);
  const { run: create, isBusy, error } = useCreate();
  if (templates.length === 0) return <p className="text-soft">{say("templates_none")}</p>;
  return (
    <>
      <p className="mb-3 text-sm text-soft">{say("templates_note")}</p>
      <ActionFailure error={error} />
      <ul aria-label={say("templates_label")} className="grid items-start gap-4 md:grid-cols-2">
        {templates.map((template) => (
          <TemplateItem
            key={`${template.family}/${template.holding_period}`}
            template={template}
            isBusy={isBusy}
            onUse={(document) => create({ document })}
          />
        ))}
      </ul>
    </>
  );
}
