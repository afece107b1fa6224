// The loading of data that is under way, and the last one when it has failed.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { useWords } from "../../i18n/words";
import { Panel } from "../../ui/Panel";
import { JobProgress } from "../jobs/JobProgress";
import { type Phrase, words } from "./words";

const EVERY_MS = 10_000;

/** `onEnd` is called when a loading has ended. */
export function LoadingJobs({ onEnd }: { onEnd: () => void }) {
  const api = useApi();
  const say = useWords(words);
  const { asked, again } = useAsked(
    "jobs",
    (signal) => unwrap(api.client.GET("/api/v1/jobs", { signal })),
    { every: EVERY_MS },
  );
  if (asked.status !== "there") return null;
  const loads = asked.value.jobs.filter(({ kind }) => kind.startsWith("data."));
  const running = loads.filter(({ status }) => status === "queued" || status === "running");
  const newest = loads[0];
  if (running.length === 0 && newest?.status !== "failed") return null;
  const end = () => {
    again();
    onEnd();
  };
  return (
    <div className="mx-auto mb-4 w-full max-w-6xl">
      <Panel title={running.length > 0 ? say("loading") : undefined}>
        {running.map(({ id, kind }) => (
          <div key={id} className="py-1">
            <h3 className="text-sm font-medium">{kindOf(kind, say)}</h3>
            <JobProgress jobId={id} onEnd={end} />
          </div>
        ))}
        {running.length === 0 && (
          <div role="alert">
            <p className="font-medium text-danger">
              {say("job_failed", { error: newest?.error || "—" })}
            </p>
            <p className="text-sm text-soft">{say("job_failed_text")}</p>
          </div>
        )}
      </Panel>
    </div>
  );
}

function kindOf(kind: string, say: (phrase: Phrase) => string): string {
  const phrase = `job_${kind}`;
  return phrase in words.zh ? say(phrase as Phrase) : kind;
}
