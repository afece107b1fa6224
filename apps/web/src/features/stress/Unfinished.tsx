// A stress test without a report: under way, failed, or cancelled.
import { useWords } from "../../i18n/words";
import { JobProgress } from "../jobs/JobProgress";
import type { StressTest } from "./report";
import { words } from "./words";

export function Unfinished({ test, onEnd }: { test: StressTest; onEnd: () => void }) {
  const say = useWords(words);
  if (test.status === "failed") {
    return (
      <div role="alert">
        <p className="font-medium">{say("failed")}</p>
        {test.error && <p className="mt-1 break-words text-danger">{test.error}</p>}
        <p className="mt-1 text-soft">{say("failed_what")}</p>
      </div>
    );
  }
  if (test.status === "cancelled" || test.job_id === null) return <p>{say("cancelled")}</p>;
  return (
    <>
      <p className="mb-2 font-medium">{say("running")}</p>
      <JobProgress jobId={test.job_id} onEnd={onEnd} />
    </>
  );
}
