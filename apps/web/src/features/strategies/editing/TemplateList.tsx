// The templates that the stored bars can run, each with its rules and a button, and why not the others.
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
  return (
    <AskedPart of={asking}>
      {({ templates, not_offered: others }) => (
        <>
          <Found templates={templates} />
          <NotOffered reasons={[...new Set(others.map(({ reason }) => reason))]} />
        </>
      )}
    </AskedPart>
  );
}

function NotOffered({ reasons }: { reasons: readonly string[] }) {
  const say = useWords(newWords);
  if (reasons.length === 0) return null;
  return (
    <section className="mt-4 text-sm text-soft">
      <h2 className="font-semibold">{say("templates_not_offered")}</h2>
      <ul className="list-disc pl-5">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </section>
  );
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
