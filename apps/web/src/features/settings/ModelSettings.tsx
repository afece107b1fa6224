// The part of the settings about models: which there are, what they cost, and their latest calls.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { ModelsPanel } from "./models/ModelsPanel";
import { LastCalls } from "./money/LastCalls";
import { MoneyPanel } from "./money/MoneyPanel";

const LISTED = 20;

export function ModelSettings() {
  const api = useApi();
  const usage = useAsked("usage", (signal) =>
    unwrap(api.client.GET("/api/v1/llm-platform/usage", { signal })),
  );
  const calls = useAsked("model calls", (signal) => {
    const params = { query: { limit: LISTED } };
    return unwrap(api.client.GET("/api/v1/llm-platform/calls", { params, signal }));
  });
  const count = () => {
    usage.again();
    calls.again();
  };
  return (
    <div className="mt-4 space-y-4">
      <ModelsPanel onTest={count} />
      <MoneyPanel usage={usage} />
      <LastCalls calls={calls} />
    </div>
  );
}
