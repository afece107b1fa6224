// Long work as it goes: how far it is, what it is doing, a way to stop it, and how it ended.
import { type ReactNode, useContext, useState } from "react";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useFormat } from "../../i18n/format";
import { useReaderLanguage } from "../../i18n/LanguageContext";
import { type SayWords, useWords } from "../../i18n/words";
import { Button } from "../../ui/form/Button";
import { FailureText } from "../../ui/Failure";
import { Progress } from "../../ui/Progress";
import { ProgressShown } from "./progressShown";
import { type JobView, useJob } from "./useJob";
import { words } from "./words";

interface JobProgressProps {
  jobId: string;
  /** Called once, when the work has ended in whatever way. */
  onEnd: () => void;
  /** What can be done where it failed. */
  whenFailed?: ReactNode;
}

export function JobProgress(props: JobProgressProps) {
  return <Followed key={`${props.jobId} ${useReaderLanguage()}`} {...props} />;
}

function Followed({ jobId, onEnd, whenFailed }: JobProgressProps) {
  const say = useWords(words);
  const job = useJob(jobId, onEnd);
  return (
    <div data-testid="job-progress" className="min-w-0">
      {job.ending === null && job.failure === null && <Going jobId={jobId} job={job} />}
      {job.failure !== null && (
        <div role="alert" className="text-danger">
          <FailureText error={job.failure} />
        </div>
      )}
      <p role="status" className={job.ending === "failed" ? "text-danger" : "text-soft"}>
        {job.ending !== null && endingOf(job, say)}
        {job.ending === null && job.isAway && say("away")}
      </p>
      {job.ending === "failed" && whenFailed}
    </div>
  );
}

function Going({ jobId, job }: { jobId: string; job: JobView }) {
  const say = useWords(words);
  const format = useFormat();
  const isShown = useContext(ProgressShown);
  const label =
    job.fraction === null
      ? say("queued")
      : say("percent", {
          done: format.percent(job.fraction, 0),
          message: job.message || say("working"),
        });
  return (
    <div className="flex flex-wrap items-start gap-3">
      {!isShown && (
        <div className="min-w-48 flex-1 pt-2">
          <Progress value={job.fraction} label={label} />
        </div>
      )}
      <Cancel jobId={jobId} />
    </div>
  );
}

function Cancel({ jobId }: { jobId: string }) {
  const api = useApi();
  const say = useWords(words);
  const [state, setState] = useState<"idle" | "asked">("idle");
  const [error, setError] = useState<unknown>(null);
  const cancel = async () => {
    setState("asked");
    setError(null);
    try {
      const params = { path: { job_id: jobId } };
      await unwrap(api.client.POST("/api/v1/jobs/{job_id}/cancel", { params }));
    } catch (failure) {
      setState("idle");
      setError(failure);
    }
  };
  return (
    <div>
      <Button
        kind="quiet"
        busy={state === "asked"}
        onClick={() => void cancel()}
        data-testid="job-cancel"
      >
        {say("cancel")}
      </Button>
      {state === "asked" && <p className="mt-1 max-w-60 text-sm text-soft">{say("cancelling")}</p>}
      {error !== null && (
        <div role="alert" className="mt-1 max-w-60 text-sm text-danger">
          <FailureText error={error} />
        </div>
      )}
    </div>
  );
}

function endingOf({ ending, error }: JobView, say: SayWords<(typeof words)["zh"]>): string {
  if (ending !== "failed") return say(ending ?? "succeeded");
  return error ? say("failed", { error }) : say("failed_unsaid");
}
