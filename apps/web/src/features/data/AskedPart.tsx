// Draws an answer that is only a part of a page: while it is missing or failed, the rest of the page stands.
import type { ReactNode } from "react";
import type { Asking } from "../../api/useAsked";
import { useSay } from "../../i18n/LanguageContext";
import { Button } from "../../ui/Button";
import { FailureText } from "../../ui/Failure";

interface AskedPartProps<T> {
  of: Asking<T>;
  children: (value: T) => ReactNode;
}

export function AskedPart<T>({ of: { asked, again }, children }: AskedPartProps<T>) {
  const say = useSay();
  if (asked.status === "there") return children(asked.value);
  if (asked.status === "waiting")
    return (
      <div role="status" className="h-24 animate-pulse rounded-md bg-well">
        <span className="sr-only">{say("app.loading")}</span>
      </div>
    );
  return (
    <div role="alert" className="rounded-md border border-danger p-3">
      <FailureText error={asked.error} />
      <Button kind="quiet" className="mt-3" onClick={again}>
        {say("failure.try_again")}
      </Button>
    </div>
  );
}
