// What can be done with a session: stop it, retry what failed, debate again, take the report along.
import { useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { FailureText } from "../../../ui/Failure";
import type { ResearchDetail } from "../experts";
import { verdictOf } from "../report/verdict";
import { MakeStrategy } from "./MakeStrategy";
import { Rounds } from "../start/Rounds";
import { FORMATS, type Format, saveReport } from "./exporting";
import { sessionWords } from "./sessionWords";
import { useAction } from "../../../ui/useAction";

interface SessionActionsProps {
  detail: ResearchDetail;
  /** Something was set going or stopped. */
  onChange: () => void;
}

export function SessionActions({ detail, onChange }: SessionActionsProps) {
  const say = useWords(sessionWords);
  const api = useApi();
  const [rounds, setRounds] = useState(detail.rounds);
  const params = { path: { session_id: detail.session_id } };
  const order = useAction(async (what: "stop" | "retry" | "debate") => {
    if (what === "stop")
      await unwrap(
        api.client.POST("/api/v1/coordinator/research/sessions/{session_id}/stop", { params }),
      );
    else if (what === "retry")
      await unwrap(
        api.client.POST("/api/v1/coordinator/research/sessions/{session_id}/retry", { params }),
      );
    else
      await unwrap(
        api.client.POST("/api/v1/coordinator/research/sessions/{session_id}/debate", {
          params,
          body: { rounds },
        }),
      );
    onChange();
  });
  const saving = useAction((format: Format) => saveReport(api, detail.session_id, format));
  const error = order.error ?? saving.error;
  const isRunning = detail.status === "running";
  const isDebatable = detail.result !== null && detail.result.overall_status !== "failed";
  return (
    <section aria-label={say("actions")} className="space-y-2">
      <div className="flex flex-wrap items-end gap-2">
        {isRunning && (
          <Button kind="danger" busy={order.isBusy} onClick={() => order.run("stop")}>
            {say("stop")}
          </Button>
        )}
        {!isRunning && hasFailures(detail) && (
          <Button busy={order.isBusy} onClick={() => order.run("retry")}>
            {say("retry")}
          </Button>
        )}
        {!isRunning && callsToBuy(detail) && <MakeStrategy sessionId={detail.session_id} />}
        {!isRunning && isDebatable && (
          <>
            <Button kind="quiet" busy={order.isBusy} onClick={() => order.run("debate")}>
              {say(detail.result?.debate_outcome ? "debate_again" : "debate_first")}
            </Button>
            <Rounds value={rounds} onChange={setRounds} />
          </>
        )}
        {!isRunning && detail.result && <Exports busy={saving.isBusy} onSave={saving.run} />}
      </div>
      {error !== null && (
        <div role="alert" className="text-danger">
          <FailureText error={error} />
        </div>
      )}
    </section>
  );
}

function Exports({ busy, onSave }: { busy: boolean; onSave: (format: Format) => void }) {
  const say = useWords(sessionWords);
  return (
    <div role="group" aria-label={say("export")} className="flex items-center gap-2 sm:ml-auto">
      <span aria-hidden="true" className="text-sm text-soft">
        {say("export")}
      </span>
      {FORMATS.map((format) => (
        <Button
          key={format}
          kind="quiet"
          className="px-3"
          disabled={busy}
          aria-label={say("save_as", { format: say(`save_${format}`) })}
          onClick={() => onSave(format)}
        >
          {say(`save_${format}`)}
        </Button>
      ))}
    </div>
  );
}

/** As the server sees it: without a failure there is nothing to retry. */
function hasFailures({ status, result }: ResearchDetail): boolean {
  const isWhole = status === "completed" && !result?.debate_error && !result?.judge_error;
  return status !== "running" && !isWhole;
}

/** Only a verdict to buy gives an entry. */
function callsToBuy({ result }: ResearchDetail): boolean {
  return verdictOf(result?.verdict)?.action === "BUY";
}
