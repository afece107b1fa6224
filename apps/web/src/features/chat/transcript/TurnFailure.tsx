// An answer that did not finish: in words, with a way to send the message again.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { Disclosure } from "../../../ui/Disclosure";
import { Icon } from "../../../ui/Icon";
import type { Failure } from "./entries";
import { words } from "../words";

const LINK = "font-medium text-accent underline underline-offset-4";
const OF_THE_MODEL = new Set(["refused", "connection", "circuit", "rate_limit"]);

interface TurnFailureProps {
  title: string;
  children?: ReactNode;
  onSendAgain: (() => void) | null;
}

export function TurnFailure({ title, children, onSendAgain }: TurnFailureProps) {
  const say = useWords(words);
  return (
    <div
      role="alert"
      data-testid="turn-failed"
      className="space-y-3 rounded-lg border border-danger bg-danger-soft p-4"
    >
      <p className="flex items-center gap-2 font-medium text-danger">
        <Icon name="warning" />
        {title}
      </p>
      {children}
      {onSendAgain && (
        <Button kind="quiet" onClick={onSendAgain}>
          {say("send_again")}
        </Button>
      )}
    </div>
  );
}

/** For what only the settings of the model can mend; null for any other failure. */
export function ModelSettingsLink({ failure }: { failure: Failure }) {
  const say = useWords(words);
  if (!OF_THE_MODEL.has(failure.stream_error_detail?.category ?? "")) return null;
  return (
    <Link href="/settings" className={LINK}>
      {say("model_settings")}
    </Link>
  );
}

/** The readable sentence is the answer's own last one (`said`); here is what an engineer would want besides. */
export function FailureDetail({ failure, said }: { failure: Failure; said: string }) {
  const say = useWords(words);
  const detail = failure.stream_error_detail;
  const lines = [
    failure.stream_error,
    detail && `${detail.category} · ${detail.class}`,
    detail?.message === failure.stream_error ? null : detail?.message,
    detail?.request_id,
  ].filter((line) => typeof line === "string" && !said.includes(line));
  return (
    <Disclosure summary={say("technical")}>
      {lines.map((line) => (
        <p key={line} className="font-mono text-sm break-words text-soft">
          {line}
        </p>
      ))}
    </Disclosure>
  );
}
