// The rules of one version in sentences, and the definition behind a toggle.
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useAsked } from "../../../api/useAsked";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Panel } from "../../../ui/Panel";
import { Definition } from "./Definition";
import { RuleSentences } from "./RuleSentences";
import type { RevisionDetail, Strategy } from "../types";
import { words } from "../words";

export function RulesPanel({ strategy, version }: { strategy: Strategy; version: number }) {
  const { client } = useApi();
  const id = strategy.strategy_id;
  const asking = useAsked(`${id}/${version}`, (signal) =>
    unwrap(
      client.GET("/api/v1/strategies/{strategy_id}/versions/{version}", {
        params: { path: { strategy_id: id, version } },
        signal,
      }),
    ),
  );
  return <AskedPart of={asking}>{(revision) => <Rules id={id} revision={revision} />}</AskedPart>;
}

function Rules({ id, revision }: { id: string; revision: RevisionDetail }) {
  const say = useWords(words);
  const format = useFormat();
  const { version, created_at, document } = revision;
  return (
    <Panel
      title={say("rules")}
      aside={
        <p className="text-sm text-soft">
          {say("rules_aside", { version, date: format.date(created_at) })}
        </p>
      }
    >
      <RuleSentences strategyId={id} version={version} document={document} />
      <p className="mt-3 mb-4 text-sm text-soft">{say("legend")}</p>
      <Definition document={document} stored={{ strategyId: id, version }} />
    </Panel>
  );
}
