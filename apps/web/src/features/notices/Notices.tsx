// The bell: what is under way and what has ended, found again after a reload; a number says how much is new.
import { useRef, useState } from "react";
import { Link } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { browserStorage } from "../../app/storage";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Badge, type Tone } from "../../ui/Badge";
import { Button, IconButton } from "../../ui/form/Button";
import { addressOfJob, isUnderWay, type Job, KINDS, unseen } from "./jobs";
import { words } from "./words";

const SEEN = "parley.notices.seen";
const SHOWN = 20;
const BUSY_MS = 4_000;
const QUIET_MS = 30_000;

export default function Notices() {
  const say = useWords(words);
  const { client } = useApi();
  const [seen, setSeen] = useState(firstSeen);
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const { asked, again } = useAsked(
    "notices",
    (signal) => unwrap(client.GET("/api/v1/jobs", { params: { query: { limit: SHOWN } }, signal })),
    { every: ({ jobs }) => (jobs.some(isUnderWay) ? BUSY_MS : QUIET_MS) },
  );
  const jobs = asked.status === "there" ? asked.value.jobs : [];
  const fresh = unseen(jobs, seen);
  const markSeen = () => {
    const now = new Date().toISOString();
    browserStorage().setItem(SEEN, now);
    setSeen(now);
  };
  const open = () => {
    again();
    setIsOpen(true);
    dialog.current?.showModal();
  };
  const close = () => {
    dialog.current?.close();
  };
  return (
    <>
      <span className="relative inline-flex">
        <IconButton
          icon="bell"
          label={fresh > 0 ? say("open_new", { count: fresh }) : say("open")}
          data-testid="notices-open"
          onClick={open}
        />
        {(fresh > 0 || jobs.some(isUnderWay)) && (
          <span
            aria-hidden="true"
            data-testid="notices-count"
            className="pointer-events-none absolute top-0.5 right-0 min-w-4 rounded-full bg-action px-1 text-center text-xs leading-4 text-on-action"
          >
            {fresh > 0 ? fresh : "…"}
          </span>
        )}
      </span>
      <dialog
        ref={dialog}
        aria-label={say("title")}
        data-testid="notices"
        onClose={() => {
          setIsOpen(false);
          markSeen();
        }}
        className="mt-16 mr-4 ml-auto max-h-[80dvh] w-[min(26rem,calc(100vw-1.5rem))] rounded-lg border border-line bg-raised p-4 text-ink shadow-lg backdrop:bg-shade"
      >
        {isOpen && (
          <>
            <div className="mb-2 flex items-center justify-between gap-3">
              <h2 className="font-semibold">{say("title")}</h2>
              <Button kind="quiet" onClick={close}>
                {say("close")}
              </Button>
            </div>
            {asked.status === "failed" && <p role="alert">{say("failed_load")}</p>}
            {asked.status === "there" && jobs.length === 0 && (
              <p className="text-soft">{say("none")}</p>
            )}
            <ul className="divide-y divide-line">
              {jobs.map((job) => (
                <Notice key={job.id} job={job} isNew={unseen([job], seen) > 0} onLeave={close} />
              ))}
            </ul>
          </>
        )}
      </dialog>
    </>
  );
}

const TONES: Partial<Record<Job["status"], Tone>> = {
  failed: "danger",
  running: "accent",
  queued: "accent",
};

function Notice({ job, isNew, onLeave }: { job: Job; isNew: boolean; onLeave: () => void }) {
  const say = useWords(words);
  const format = useFormat();
  const address = addressOfJob(job);
  const kind = KINDS.includes(job.kind) ? `kind.${job.kind}` : "kind.other";
  return (
    <li className="py-2" data-testid="notice">
      <div className="flex flex-wrap items-center gap-2">
        <span className={isNew ? "font-semibold" : ""}>{say(kind as "kind.other")}</span>
        <Badge tone={TONES[job.status] ?? "plain"}>{say(`status.${job.status}`)}</Badge>
        {isUnderWay(job) && (
          <span className="font-mono text-sm">{format.percent(job.progress, 0)}</span>
        )}
        <span className="ml-auto text-sm text-soft">{format.ago(job.updated_at)}</span>
      </div>
      {job.error && <p className="mt-1 text-sm break-words text-danger">{job.error}</p>}
      {address && (
        <Link
          href={address}
          onClick={onLeave}
          className="inline-flex min-h-10 items-center text-accent underline-offset-4 hover:underline"
        >
          {say("see")}
        </Link>
      )}
    </li>
  );
}

/** Who comes for the first time has missed nothing. */
function firstSeen(): string {
  const storage = browserStorage();
  const kept = storage.getItem(SEEN);
  if (kept !== null && !Number.isNaN(Date.parse(kept))) return kept;
  const now = new Date().toISOString();
  storage.setItem(SEEN, now);
  return now;
}
