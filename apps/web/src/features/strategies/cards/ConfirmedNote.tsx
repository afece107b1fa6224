// What followed from a person's word: what was stored, what runs, and whether the conversation moved on.
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { addressOf } from "../../places";
import { LinkButton } from "../../../ui/form/LinkButton";
import type { Confirmed } from "../types";
import { cardWords } from "./cardWords";

const KNOWN_REASONS = [
  "strategy_confirmed_and_backtest_done",
  "backtest_not_done",
  "already_in_stress_test",
] as const;

interface ConfirmedNoteProps {
  confirmed: Confirmed;
  onSay: (message: string) => void;
}

export function ConfirmedNote({ confirmed, onSay }: ConfirmedNoteProps) {
  const say = useWords(cardWords);
  const { version, auto_started: hasStarted, backtest_job_id: backtest, transition } = confirmed;
  const reason = KNOWN_REASONS.find((each) => each === transition.reason);
  return (
    <div
      role="status"
      data-testid="strategy-confirmed"
      className="rounded-md border border-line p-4"
    >
      <p className="font-medium">✓ {say("done", { version })}</p>
      {backtest && <p>{say(hasStarted ? "done_backtest" : "done_backtest_there")}</p>}
      {reason && <p>{say(`moved_${reason}`)}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => onSay(say("go_on_said"))}>{say("go_on")}</Button>
        {backtest && (
          <LinkButton kind="quiet" href={`${addressOf("backtests")}/${backtest}`}>
            {say("done_see_backtest")}
          </LinkButton>
        )}
      </div>
    </div>
  );
}
