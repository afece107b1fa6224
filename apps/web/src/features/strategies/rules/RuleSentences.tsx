// A stored version in the server's own sentences.
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useAsked } from "../../../api/useAsked";
import { useLanguage } from "../../../i18n/LanguageContext";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Sentences } from "./Sentences";
import type { Document } from "../types";

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
    <AskedPart of={asking}>
      {({ sentences }) => <Sentences sentences={sentences} document={document} />}
    </AskedPart>
  );
}
