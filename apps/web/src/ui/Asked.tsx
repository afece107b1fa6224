// Draws what the desk was asked for: an outline while it is on the way, the failure with a way to try again, or it.
import type { ReactNode } from "react";
import type { Asking } from "../api/useAsked";
import { RequestFailure } from "./Failure";
import { Loading } from "./Loading";

interface AskedProps<T> {
  of: Asking<T>;
  children: (value: T) => ReactNode;
  /** Instead of the outline of a whole page. */
  waiting?: ReactNode;
}

export function Asked<T>({ of: { asked, again }, children, waiting }: AskedProps<T>) {
  switch (asked.status) {
    case "waiting":
      return waiting ?? <Loading />;
    case "failed":
      return <RequestFailure error={asked.error} onRetry={again} />;
    case "there":
      return children(asked.value);
  }
}
