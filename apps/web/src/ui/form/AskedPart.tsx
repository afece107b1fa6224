// Draws an answer that is only a part of a page: while it is missing or failed, the rest of the page stands.
import type { ReactNode } from "react";
import type { Asking } from "../../api/useAsked";
import { useSay } from "../../i18n/LanguageContext";
import { Button } from "./Button";
import { FailureText } from "../Failure";
import { LoadingPart } from "../Loading";

interface AskedPartProps<T> {
  of: Asking<T>;
  children: (value: T) => ReactNode;
  /** Instead of an empty block. */
  waiting?: ReactNode;
}

export function AskedPart<T>({ of: { asked, again }, children, waiting }: AskedPartProps<T>) {
  const say = useSay();
  switch (asked.status) {
    case "waiting":
      return waiting ?? <LoadingPart />;
    case "failed":
      return (
        <div role="alert" className="rounded-md border border-danger p-3">
          <FailureText error={asked.error} />
          <Button kind="quiet" className="mt-3" onClick={again}>
            {say("failure.try_again")}
          </Button>
        </div>
      );
    case "there":
      return children(asked.value);
  }
}
