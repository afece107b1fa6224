// Asks a model one short question, and says what came of it.
import { useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import type { components } from "../../../contracts/api";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { FailureText } from "../../../ui/Failure";
import { useDollars } from "../dollars";
import { useAction } from "../../../ui/useAction";
import { words } from "../words";

type Result = components["schemas"]["ModelTestOut"];

export function ConfigTest({ alias, onTest }: { alias: string; onTest: () => void }) {
  const api = useApi();
  const say = useWords(words);
  const [result, setResult] = useState<Result | null>(null);
  const task = useAction(async () => {
    setResult(null);
    const params = { path: { alias } };
    setResult(
      await unwrap(api.client.POST("/api/v1/llm-platform/configs/{alias}/test", { params })),
    );
    onTest();
  });
  return (
    <div className="contents">
      <Button kind="quiet" busy={task.isBusy} onClick={() => void task.run()}>
        {say("test")}
      </Button>
      <div role="status" className="order-last w-full text-sm">
        {task.isBusy && say("testing")}
        {result && <TestResult result={result} />}
      </div>
      {task.error !== null && (
        <div role="alert" className="order-last w-full text-sm text-danger">
          <FailureText error={task.error} />
        </div>
      )}
    </div>
  );
}

function TestResult({ result: { ok, latency_ms, cost, answer, error } }: { result: Result }) {
  const say = useWords(words);
  const format = useFormat();
  const dollars = useDollars();
  if (!ok)
    return (
      <p className="text-danger">
        {say("test_failed", { code: error?.code ?? "—", message: error?.message ?? "—" })}
      </p>
    );
  return (
    <p>
      {say("test_ok", {
        ms: format.number(latency_ms, 0),
        cost: dollars(cost),
        answer: answer ?? "—",
      })}
    </p>
  );
}
