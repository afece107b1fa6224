// The tools that an answer has called: one small button each, which opens what was asked and what came back.
import { useId, useState } from "react";
import { useWords } from "../../../i18n/words";
import { pretty, reasonOf, type ToolCall } from "./toolCall";
import { wordFor, words } from "../words";

const MARKS = { running: "…", success: "✓", failure: "✗" } as const;

export function ToolCalls({ calls }: { calls: readonly ToolCall[] }) {
  const say = useWords(words);
  const panelId = useId();
  const [openId, setOpenId] = useState<string | null>(null);
  const open = calls.find((call) => call.id === openId);
  if (calls.length === 0) return null;
  return (
    <div>
      <ul aria-label={say("tools")} className="flex flex-wrap gap-1.5">
        {calls.map((call) => (
          <li key={call.id} className="min-w-0">
            <button
              type="button"
              data-testid="tool-call"
              data-status={call.status}
              aria-expanded={call.id === openId}
              aria-controls={panelId}
              onClick={() => setOpenId(call.id === openId ? null : call.id)}
              className={`inline-flex min-h-10 max-w-full items-center gap-1.5 rounded-md border px-2.5 text-sm hover:bg-well ${look(call, openId)}`}
            >
              <span className="truncate">{say(titleOf(call))}</span>
              <span aria-hidden="true">{MARKS[call.status]}</span>
              <span className="sr-only">{say(`tool_${call.status}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div id={panelId}>{open && <ToolCallPanel call={open} />}</div>
    </div>
  );
}

/** What it did in words; a tool that has none, or is not named yet, goes without a name. */
function titleOf({ server, name }: ToolCall) {
  return (server && name && wordFor("call", `${server}_${name}`)) || "tool_unnamed";
}

function look(call: ToolCall, openId: string | null): string {
  if (call.status === "failure") return "border-danger text-danger";
  return call.id === openId ? "border-line-strong bg-well" : "border-line text-soft";
}

function ToolCallPanel({ call }: { call: ToolCall }) {
  const say = useWords(words);
  const place = [call.server, call.name].filter(Boolean).join(" · ");
  return (
    <div
      data-testid="tool-call-detail"
      className="mt-1.5 space-y-2 rounded-md border border-line bg-surface p-3 text-sm"
    >
      {place && <p className="font-mono text-soft">{place}</p>}
      {call.status === "failure" && (
        <p className="break-words text-danger">{reasonOf(call) ?? say("tool_no_reason")}</p>
      )}
      {call.arguments !== null && <Json label={say("tool_arguments")} value={call.arguments} />}
      {call.output === null ? (
        call.status !== "failure" && <p className="text-soft">{say("tool_no_output")}</p>
      ) : (
        <Json label={say("tool_output")} value={call.output} />
      )}
    </div>
  );
}

function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <div>
      <p className="text-soft">{label}</p>
      <pre
        role="group"
        aria-label={label}
        tabIndex={0}
        className="mt-0.5 max-h-72 overflow-auto rounded-md bg-well p-2 font-mono text-xs whitespace-pre-wrap break-words"
      >
        {pretty(value)}
      </pre>
    </div>
  );
}
