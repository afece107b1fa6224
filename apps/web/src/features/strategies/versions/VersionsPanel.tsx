// Every version of a strategy, newest first: look at one, or go back to it.
import { useState } from "react";
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { MoreButton } from "../../../ui/form/MoreButton";
import { Panel } from "../../../ui/Panel";
import { usePages } from "../../../ui/usePages";
import { RollbackDialog } from "./RollbackDialog";
import type { Revision, Strategy } from "../types";
import { VersionRow } from "./VersionRow";
import { words } from "../words";

interface VersionsPanelProps {
  strategy: Strategy;
  /** The version that the page shows. */
  shown: number;
  onChanged: () => void;
}

export function VersionsPanel({ strategy, shown, onChanged }: VersionsPanelProps) {
  const say = useWords(words);
  const { client } = useApi();
  const [target, setTarget] = useState<number | null>(null);
  const id = strategy.strategy_id;
  const pages = usePages<Revision, number>({
    key: `${id}/versions/${strategy.version}`,
    by: "version",
    ask: async (before, signal) => {
      const params = { path: { strategy_id: id }, query: { limit: 20, before } };
      const page = await unwrap(
        client.GET("/api/v1/strategies/{strategy_id}/versions", { params, signal }),
      );
      return { items: page.versions, next: page.next };
    },
  });
  const canRollBack = strategy.archived_at === null;
  return (
    <Panel title={say("versions")}>
      <AskedPart of={pages.asking}>
        {(items) => (
          <>
            <ul aria-label={say("versions_label")} className="divide-y divide-line">
              {items.map((revision) => (
                <VersionRow
                  key={revision.version}
                  strategyId={id}
                  revision={revision}
                  isNewest={revision.version === strategy.version}
                  isShown={revision.version === shown}
                  onRollBack={canRollBack ? () => setTarget(revision.version) : null}
                />
              ))}
            </ul>
            <MoreButton of={pages} />
          </>
        )}
      </AskedPart>
      {target !== null && (
        <RollbackDialog
          strategy={strategy}
          version={target}
          onDone={onChanged}
          onClose={() => setTarget(null)}
        />
      )}
    </Panel>
  );
}
