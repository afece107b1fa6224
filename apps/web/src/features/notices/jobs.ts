// Long work as it is notified: what is under way, what ended since one last looked, and where it leads.
import type { components } from "../../contracts/api";

export type Job = components["schemas"]["JobOut"];

const ADDRESSES: Record<string, (id: string) => string> = {
  "backtest.run": (id) => `/backtests/${id}`,
  "stress.run": (id) => `/stress/${id}`,
  "stress.optimise": (id) => `/stress/optimisations/${id}`,
  "data.sync": () => "/data",
  "data.import": () => "/data",
  "data.load_demo": () => "/data",
  "research.audit": () => "/research",
  "calls.settle": () => "/calls",
  "calls.verify": () => "/calls",
};

export const KINDS = Object.keys(ADDRESSES);

export function addressOfJob({ kind, id }: Job): string | null {
  return Object.hasOwn(ADDRESSES, kind) ? ADDRESSES[kind]!(id) : null;
}

export function isUnderWay({ status }: Job): boolean {
  return status === "queued" || status === "running";
}

/** Those that ended after `seen`. */
export function unseen(jobs: readonly Job[], seen: string): number {
  return jobs.filter((job) => !isUnderWay(job) && Date.parse(job.updated_at) > Date.parse(seen))
    .length;
}
