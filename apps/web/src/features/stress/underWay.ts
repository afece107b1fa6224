// Which tests and searches are still at work; a list with one of them is asked for again.
import type { StressTest } from "./report";

type Standing = Pick<StressTest, "status">;

const LOOK_AGAIN_MS = 3_000;

export function isUnderWay({ status }: Standing): boolean {
  return status === "pending" || status === "running";
}

export function whileUnderWay(all: readonly Standing[]): number | undefined {
  return all.some(isUnderWay) ? LOOK_AGAIN_MS : undefined;
}
