// A test or a search without a report: under way, failed, or cancelled.
import { JobProgress } from "../jobs/JobProgress";
import type { StressTest } from "./report";

export type UnfinishedPhrase = "failed" | "failed_what" | "cancelled" | "running";

interface UnfinishedProps {
  of: Pick<StressTest, "status" | "error" | "job_id">;
  say: (phrase: UnfinishedPhrase) => string;
  onEnd: () => void;
}

export function Unfinished({ of: { status, error, job_id }, say, onEnd }: UnfinishedProps) {
  if (status === "failed") {
    return (
      <div role="alert">
        <p className="font-medium">{say("failed")}</p>
        {error && <p className="mt-1 break-words text-danger">{error}</p>}
        <p className="mt-1 text-soft">{say("failed_what")}</p>
      </div>
    );
  }
  if (status === "cancelled" || job_id === null) return <p>{say("cancelled")}</p>;
  return (
    <>
      <p className="mb-2 font-medium">{say("running")}</p>
      <JobProgress jobId={job_id} onEnd={onEnd} />
    </>
  );
}
