// Where each step of a session stands, from the stored record or from the events as they come.
import type { ServerEvent } from "../../../api/eventStream";
import { type ResearchDetail, type ResearchSession, type Step, stepOf, stepsOf } from "../experts";
import { figure, record, text, texts } from "../report/json";

export type StepState =
  "waiting" | "working" | "done" | "kept" | "failed" | "skipped" | "interrupted";

export interface StepProgress {
  step: Step;
  state: StepState;
  seconds: number | null;
  error: string | null;
}

export type Progress = readonly StepProgress[];

export const LAST_EVENT = "research_finished";

const STATES: Record<string, StepState> = {
  running: "working",
  succeeded: "done",
  failed: "failed",
  skipped: "skipped",
  interrupted: "interrupted",
};

export function waitingFor(session: ResearchSession): Progress {
  return stepsOf(session).map((step) => ({ step, state: "waiting", seconds: null, error: null }));
}

/** What the record says: the last execution of each step counts. */
export function recorded(detail: ResearchDetail): Progress {
  return detail.nodes
    .toSorted((one, other) => one.attempt - other.attempt)
    .reduce((progress, node) => {
      const took = node.finished_at
        ? (Date.parse(node.finished_at) - Date.parse(node.started_at)) / 1000
        : null;
      return set(progress, node.node, {
        state: STATES[node.status] ?? "waiting",
        seconds: took,
        error: node.error,
      });
    }, waitingFor(detail));
}

export function heard(progress: Progress, { type, data }: ServerEvent): Progress {
  const event = record(data);
  switch (type) {
    case "research_started":
    case "research_resumed":
      return texts(event.kept).reduce(
        (now, expert) => set(now, expert, { state: "kept" }),
        progress,
      );
    case "node_started":
      return set(progress, text(event.node), { state: "working" });
    case "node_finished":
      return set(progress, text(event.node), {
        state: STATES[text(event.status)] ?? "done",
        seconds: figure(event.seconds),
        error: text(event.error) || null,
      });
    default:
      return progress;
  }
}

export function endedCount(progress: Progress): number {
  return progress.filter(({ state }) => state !== "waiting" && state !== "working").length;
}

function set(progress: Progress, node: string, change: Partial<StepProgress>): Progress {
  const step = stepOf(node);
  return progress.map((each) => {
    if (each.step !== step) return each;
    const isKeptAgain = each.state === "kept" && change.state !== "failed";
    return { ...each, ...change, ...(isKeptAgain && { state: "kept" }) };
  });
}
