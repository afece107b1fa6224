// Draws a page whose content was asked for: an outline while it is on the way, the failure with a way to try again, or
// it. Each has the page's one heading; what stands below a heading of its own is an AskedPart.
import type { ReactNode } from "react";
import type { Asking } from "../../api/useAsked";
import { RequestFailure } from "../Failure";
import { Loading } from "../Loading";

interface AskedProps<T> {
  of: Asking<T>;
  children: (value: T) => ReactNode;
}

export function Asked<T>({ of: { asked, again }, children }: AskedProps<T>) {
  switch (asked.status) {
    case "waiting":
      return <Loading />;
    case "failed":
      return <RequestFailure error={asked.error} onRetry={again} />;
    case "there":
      return children(asked.value);
  }
}
