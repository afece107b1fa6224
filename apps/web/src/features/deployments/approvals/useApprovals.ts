// Approvals, newest first: all of them in pages, or those that still wait for a word.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { type Asking, useAsked } from "../../../api/useAsked";
import { type Pages, usePages } from "../../../ui/usePages";
import type { Approval } from "../trading";

const PAGE = 20;
const MOST_WAITING = 200;
const EVERY_MS = 10_000;

export function useWaiting(): Asking<Approval[]> {
  const { client } = useApi();
  return useAsked(
    "approvals:waiting",
    async (signal) => {
      const query = { status: "pending" as const, limit: MOST_WAITING };
      const page = await unwrap(client.GET("/api/v1/approvals", { params: { query }, signal }));
      return page.approvals.filter((each) => isWaiting(each, Date.now()));
    },
    { every: EVERY_MS },
  );
}

export function useAllApprovals(): Pages<Approval> {
  const { client } = useApi();
  return usePages<Approval, string>({
    key: "approvals:all",
    by: "id",
    every: EVERY_MS,
    ask: async (before, signal) => {
      const query = { limit: PAGE, ...(before && { before }) };
      const page = await unwrap(client.GET("/api/v1/approvals", { params: { query }, signal }));
      return { items: page.approvals, next: page.next };
    },
  });
}

/** The server leaves a request pending when its time is over; the clock says that it is void. */
export function isWaiting({ status, expires_at }: Approval, now: number): boolean {
  return status === "pending" && Date.parse(expires_at) > now;
}
