// Where each expert stands: waiting, at work on what, done, or failed and why.
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import { Progress as ProgressBar } from "../../../ui/Progress";
import { useFormat } from "../../../i18n/format";
import { words } from "../words";
import { endedCount, type Progress, type StepProgress, type StepState } from "./progress";

const MARKS: Record<StepState, string> = {
  waiting: "○",
  working: "◐",
  done: "✓",
  kept: "✓",
  failed: "✕",
  skipped: "–",
  interrupted: "!",
};

interface ExpertProgressProps {
  progress: Progress;
  isRunning: boolean;
  isAway: boolean;
}

export function ExpertProgress({ progress, isRunning, isAway }: ExpertProgressProps) {
  const say = useWords(words);
  const ended = endedCount(progress);
  return (
    <Panel title={say("progress")}>
      {isRunning && (
        <ProgressBar
          value={progress.length > 0 ? ended / progress.length : null}
          label={say("progress_text", { done: ended, all: progress.length })}
        />
      )}
      <p role="status" className={isAway ? "my-2 text-sm text-danger" : "sr-only"}>
        {isAway ? say("away") : say("progress_text", { done: ended, all: progress.length })}
      </p>
      <ul className={`grid gap-2 ${isRunning ? "mt-3" : ""} sm:grid-cols-2 xl:grid-cols-4`}>
        {progress.map((each) => (
          <StepRow key={each.step} of={each} isRunning={isRunning} />
        ))}
      </ul>
    </Panel>
  );
}

function StepRow({
  of: { step, state, seconds, error },
  isRunning,
}: {
  of: StepProgress;
  isRunning: boolean;
}) {
  const say = useWords(words);
  const format = useFormat();
  const isBad = state === "failed" || state === "interrupted";
  const frame = isBad ? "border-danger" : state === "working" ? "border-accent" : "border-line";
  return (
    <li
      data-testid="expert-progress"
      data-step={step}
      data-state={state}
      className={`min-w-0 rounded-md border px-3 py-2 text-sm ${frame}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="font-medium">{say(step)}</span>
        <span
          className={`whitespace-nowrap ${isBad ? "text-danger" : state === "working" ? "text-accent" : "text-soft"}`}
        >
          <span
            aria-hidden="true"
            className={`mr-1 inline-block ${state === "working" ? "animate-spin" : ""}`}
          >
            {MARKS[state]}
          </span>
          {say(state)}
          {seconds !== null && ` · ${say("seconds", { seconds: format.number(seconds, 1) })}`}
        </span>
      </div>
      {isRunning && state === "working" && <p className="text-soft">{say(`${step}_does`)}</p>}
      {isBad && error && <p className="break-words text-danger">{error}</p>}
    </li>
  );
}
