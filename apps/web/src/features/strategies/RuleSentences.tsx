// A stored version in the desk's own sentences.
import { unwrap } from "../../api/client";
import { useApi } from "../../api/ApiContext";
import { useAsked } from "../../api/useAsked";
import { useLanguage } from "../../i18n/LanguageContext";
import { AskedPart } from "../../ui/AskedPart";
import { tickersOf } from "./document";
import { NoStop } from "./NoStop";
import { RuleSections } from "./RuleSections";
import { factorNames, sectionsOf } from "./sections";
import type { Document } from "./types";

interface RuleSentencesProps {
  strategyId: string;
  version: number;
  document: Document;
}

export function RuleSentences({ strategyId, version, document }: RuleSentencesProps) {
  const { client } = useApi();
  const { language } = useLanguage();
  const asking = useAsked(`${strategyId}/${version}/${language}`, (signal) =>
    unwrap(
      client.GET("/api/v1/strategies/{strategy_id}/explain", {
        params: { path: { strategy_id: strategyId }, query: { version, language } },
        signal,
      }),
    ),
  );
  return (
    <div data-testid="strategy-sentences">
      <AskedPart of={asking}>
        {({ sentences }) => (
          <RuleSections
            sections={sectionsOf(sentences)}
            names={[...factorNames(sentences), ...tickersOf(document)]}
            warning={<NoStop document={document} />}
          />
        )}
      </AskedPart>
    </div>
  );
}
