// What a view shows when its content did not arrive: a sentence, what the server said, and a way to try again.
import type { ReactNode } from "react";
import { ApiError } from "../api/error";
import { type Say, useSay } from "../i18n/LanguageContext";
import { Button } from "./form/Button";
import { Icon } from "./Icon";

interface FailureProps {
  title: string;
  children: ReactNode;
  onRetry?: () => void;
}

export function Failure({ title, children, onRetry }: FailureProps) {
  const say = useSay();
  return (
    <section
      role="alert"
      className="mx-auto w-full max-w-xl rounded-lg border border-line bg-surface p-6"
    >
      <h1 className="flex items-center gap-2 text-lg font-semibold">
        <Icon name="warning" className="size-6 text-danger" />
        {title}
      </h1>
      <div className="mt-2 text-soft">{children}</div>
      {onRetry && (
        <Button className="mt-5" onClick={onRetry}>
          {say("failure.try_again")}
        </Button>
      )}
    </section>
  );
}

/** A failed request: silence from the server, or the server's own words. */
export function RequestFailure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const say = useSay();
  const title = say(error instanceof ApiError ? "failure.refused" : "failure.unreachable");
  return (
    <Failure title={title} {...(onRetry && { onRetry })}>
      <FailureText error={error} />
    </Failure>
  );
}

/** The server's message, how long to wait, and the request id when the fault is the server's. */
export function FailureText({ error }: { error: unknown }) {
  const say = useSay();
  if (!(error instanceof ApiError)) return <p>{say("failure.unreachable_text")}</p>;
  return (
    <>
      <p className="break-words">{messageOf(error, say)}</p>
      {error.status >= 500 && error.requestId && (
        <p className="mt-1 font-mono text-sm break-all">
          {say("failure.request_id", { id: error.requestId })}
        </p>
      )}
    </>
  );
}

function messageOf(error: ApiError, say: Say): string {
  const message = error.message || say("failure.no_message", { status: error.status });
  return error.retryAfter === null
    ? message
    : [message, say("failure.wait", { seconds: error.retryAfter })].join(
        message.endsWith("。") ? "" : " ",
      );
}
