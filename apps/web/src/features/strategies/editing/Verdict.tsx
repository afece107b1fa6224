// What the server thinks of a definition that is being written: good, or what to correct and where.
import { useWords } from "../../../i18n/words";
import { FailureText } from "../../../ui/Failure";
import { Panel } from "../../../ui/Panel";
import { newWords } from "./newWords";
import { ProblemList } from "./ProblemList";
import type { Validation } from "../types";
import type { Checking } from "./useValidation";

export function Verdict({ checking, isTyping }: { checking: Checking; isTyping: boolean }) {
  return (
    <Panel>
      <div role="status" data-testid="strategy-verdict">
        <CheckResult checking={checking} isTyping={isTyping} />
      </div>
    </Panel>
  );
}

function CheckResult({ checking, isTyping }: { checking: Checking; isTyping: boolean }) {
  const say = useWords(newWords);
  const { asked } = checking.asking;
  if (isTyping || asked.status === "waiting")
    return <p className="text-soft">{say("check_busy")}</p>;
  if (asked.status === "failed")
    return (
      <>
        <p className="font-medium">{say("check_failed")}</p>
        <FailureText error={asked.error} />
      </>
    );
  if (asked.value === null) return <p className="text-soft">{say("check_empty")}</p>;
  if (asked.value.valid) return <p className="font-medium">✓ {say("check_good")}</p>;
  return <Problems validation={asked.value} />;
}

function Problems({ validation: { problems } }: { validation: Validation }) {
  const say = useWords(newWords);
  return (
    <>
      <p className="font-medium text-danger">✗ {say("check_bad", { count: problems.length })}</p>
      <div className="mt-3">
        <ProblemList problems={problems} />
      </div>
    </>
  );
}
