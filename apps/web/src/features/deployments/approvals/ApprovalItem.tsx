// One thing to approve: its exact terms, the time that is left, and the buttons that decide.
import { useState } from "react";
import { Link } from "wouter";
import { useFormat } from "../../../i18n/format";
import { type SayWords, useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { Button } from "../../../ui/form/Button";
import { Confirm } from "../../../ui/form/Confirm";
import { ActionFailure } from "../../../ui/ActionFailure";
import { ModeBadge } from "../ModeBadge";
import { type Approval, deploymentAddress } from "../trading";
import { isDemo } from "../useStrategy";
import { approvalWords } from "./approvalWords";
import { Countdown } from "./Countdown";
import { termsOf } from "./terms";
import { TermsList } from "./TermsList";
import { type Verdict, useDecide } from "./useDecide";
import { useNow } from "./useNow";

interface ApprovalItemProps {
  approval: Approval;
  /** Called when it was decided, or could not be. */
  onChanged: () => void;
  /** The level of its heading. */
  level?: "h2" | "h3";
}

export function ApprovalItem({ approval, onChanged, level: Heading = "h3" }: ApprovalItemProps) {
  const say = useWords(approvalWords);
  const format = useFormat();
  const terms = termsOf(approval);
  const isPending = approval.status === "pending";
  const now = useNow(isPending || approval.status === "approved");
  const isOver = Date.parse(approval.expires_at) <= now;
  const symbols = terms.kind === "order" ? [terms.symbol] : terms.symbols;
  return (
    <article
      data-testid="approval-item"
      className="rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <header className="mb-3 flex flex-wrap items-center gap-2">
        <Heading className="mr-auto font-semibold break-words">{headOf(approval, say)}</Heading>
        {symbols.some(isDemo) && <Badge>{say("demo")}</Badge>}
        <ModeBadge mode={terms.mode} />
        <Badge tone={isPending && !isOver ? "accent" : "plain"}>
          {isPending && isOver ? say("expired") : say(approval.status)}
        </Badge>
      </header>
      {terms.kind === "envelope" && <p className="mb-3 text-soft">{say("envelope_text")}</p>}
      <TermsList approval={approval} />
      <p className="mt-3 flex flex-wrap items-center gap-x-4 text-sm text-soft">
        {say("requested", { when: format.dateTime(approval.requested_at) })}
        {approval.decided_at && (
          <span>{say("decided_at", { when: format.dateTime(approval.decided_at) })}</span>
        )}
        <Link
          href={deploymentAddress(approval.deployment_id)}
          className="inline-flex min-h-10 items-center text-accent underline underline-offset-4"
        >
          {say("see")}
        </Link>
      </p>
      {isPending && <Countdown until={approval.expires_at} now={now} />}
      <Decision approval={approval} isOver={isOver} onChanged={onChanged} />
    </article>
  );
}

interface DecisionProps {
  approval: Approval;
  isOver: boolean;
  onChanged: () => void;
}

function Decision({ approval, isOver, onChanged }: DecisionProps) {
  const say = useWords(approvalWords);
  const deciding = useDecide(approval);
  const [isAsking, setIsAsking] = useState(false);
  const { mode } = termsOf(approval);
  const decide = async (verdict: Verdict) => {
    await deciding.run(verdict);
    setIsAsking(false);
    onChanged();
  };
  if (isOver) return <ActionFailure error={deciding.error} />;
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        {approval.status === "pending" && (
          <>
            <Button
              data-testid="approval-approve"
              busy={deciding.isBusy}
              onClick={() => (mode === "live" ? setIsAsking(true) : void decide("approve"))}
            >
              {say("approve")}
            </Button>
            <Button
              kind="danger"
              data-testid="approval-deny"
              busy={deciding.isBusy}
              onClick={() => void decide("deny")}
            >
              {say("deny")}
            </Button>
          </>
        )}
        {approval.status === "approved" && (
          <Button
            kind="danger"
            data-testid="approval-withdraw"
            busy={deciding.isBusy}
            onClick={() => void decide("withdraw")}
          >
            {say("withdraw")}
          </Button>
        )}
      </div>
      <ActionFailure error={deciding.error} />
      {isAsking && (
        <Confirm
          title={say("confirm_title")}
          action={say("confirm")}
          busy={deciding.isBusy}
          onConfirm={() => void decide("approve")}
          onCancel={() => setIsAsking(false)}
        >
          <p className="mb-4">
            {say(approval.kind === "order" ? "confirm_text" : "confirm_envelope")}
          </p>
          <TermsList approval={approval} />
        </Confirm>
      )}
    </>
  );
}

function headOf(approval: Approval, say: SayWords<(typeof approvalWords)["zh"]>): string {
  const terms = termsOf(approval);
  return terms.kind === "order"
    ? say("order_head", { side: say(terms.side), symbol: terms.symbol })
    : say("envelope_head", { symbols: terms.symbols.join(", ") });
}
