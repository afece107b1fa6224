// A backtest that failed or was stopped: why, and what to do now.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/form/Button";
import { Panel } from "../../ui/Panel";
import { ActionFailure } from "../../ui/ActionFailure";
import { LinkButton } from "../../ui/form/LinkButton";
import type { BacktestDetail } from "./report/report";
import { useAction } from "../../ui/useAction";
import { words } from "./words";

interface WithoutResultProps {
  backtest: BacktestDetail;
  onRetried: () => void;
}

export function WithoutResult({ backtest, onRetried }: WithoutResultProps) {
  const say = useWords(words);
  const api = useApi();
  const hasFailed = backtest.status === "failed";
  const { isBusy, error, run } = useAction(async () => {
    const params = { path: { job_id: backtest.id } };
    await unwrap(api.client.POST("/api/v1/jobs/{job_id}/retry", { params }));
    onRetried();
  });
  return (
    <Panel title={say(hasFailed ? "failed_title" : "cancelled_title")}>
      {hasFailed ? (
        <>
          <p className="break-words text-danger">{backtest.error ?? say("failed_unsaid")}</p>
          <p className="mt-2 text-pretty text-soft">{say("failed_help")}</p>
        </>
      ) : (
        <p className="text-soft">{say("cancelled_text")}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button busy={isBusy} onClick={() => void run()}>
          {say("retry")}
        </Button>
        {hasFailed && <LinkButton href="/data">{say("go_data")}</LinkButton>}
      </div>
      <ActionFailure error={error} />
    </Panel>
  );
}
