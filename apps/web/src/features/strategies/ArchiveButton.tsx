// Takes a strategy out of the list, after asking.
import { useState } from "react";
import { useLocation } from "wouter";
import { unwrap } from "../../api/client";
import { useApi } from "../../api/ApiContext";
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/form/Button";
import { Confirm } from "../../ui/form/Confirm";
import { ActionFailure } from "../../ui/ActionFailure";
import { STRATEGIES } from "./addresses";
import type { Strategy } from "./types";
import { useAction } from "../../ui/useAction";
import { words } from "./words";

export function ArchiveButton({ strategy }: { strategy: Strategy }) {
  const say = useWords(words);
  const { client } = useApi();
  const [, goTo] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const archiving = useAction(async () => {
    await unwrap(
      client.DELETE("/api/v1/strategies/{strategy_id}", {
        params: { path: { strategy_id: strategy.strategy_id } },
      }),
    );
    goTo(`${STRATEGIES}?archived=${strategy.strategy_id}`);
  });
  return (
    <>
      <Button kind="quiet" onClick={() => setIsAsking(true)}>
        {say("archive")}
      </Button>
      {isAsking && (
        <Confirm
          title={say("archive_title", { name: strategy.name })}
          action={say("archive")}
          busy={archiving.isBusy}
          onConfirm={() => void archiving.run()}
          onCancel={() => setIsAsking(false)}
        >
          <p>{say("archive_text")}</p>
          <ActionFailure error={archiving.error} />
        </Confirm>
      )}
    </>
  );
}
