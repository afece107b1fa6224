// The button in the header that stops everything: one click opens the question, the second does it.
import { useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { useWords } from "../../../i18n/words";
import { Choice } from "../../../ui/form/Choice";
import { useSessionState } from "../../auth/SessionContext";
import { ReasonDialog } from "../ReasonDialog";
import { useAction } from "../../../ui/useAction";
import { switchWords } from "./switchWords";
import { turnSwitch } from "./useSwitches";

export function KillSwitch() {
  const say = useWords(switchWords);
  const { status } = useSessionState();
  const [isOpen, setIsOpen] = useState(false);
  if (status !== "owner" && status !== "signed_in") return null;
  return (
    <>
      <button
        type="button"
        data-testid="kill-switch"
        aria-label={say("stop_label")}
        title={say("stop_label")}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="inline-flex h-10 min-w-10 items-center justify-center gap-2 rounded-md border border-danger bg-danger-soft px-2 font-medium whitespace-nowrap text-danger hover:bg-well sm:px-3"
      >
        <StopSign />
        <span className="hidden md:inline">{say("stop")}</span>
      </button>
      {isOpen && <StopQuestion onClose={() => setIsOpen(false)} />}
    </>
  );
}

function StopQuestion({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const say = useWords(switchWords);
  const [scope, setScope] = useState<"person" | "global">("person");
  const mayStopAll = useMayStopAll();
  const stopping = useAction((reason: string) =>
    turnSwitch(api, { scope }, { is_on: true, reason: reason || say("default_reason") }),
  );
  return (
    <ReasonDialog
      title={say("title")}
      action={say("confirm")}
      reasonLabel={say("reason")}
      testId="kill-switch-confirm"
      busy={stopping.isBusy}
      error={stopping.error}
      onConfirm={(reason) => void stopping.run(reason).then((isDone) => isDone && onClose())}
      onCancel={onClose}
    >
      <p>{say("text")}</p>
      <p>{say("keeps")}</p>
      {mayStopAll && (
        <Choice
          label={say("scope")}
          value={scope}
          onChoose={setScope}
          options={[
            { value: "person", label: say("scope_me") },
            { value: "global", label: say("scope_global") },
          ]}
        />
      )}
    </ReasonDialog>
  );
}

/** Who runs the server may see the history of everybody's switch; nobody else may. */
function useMayStopAll(): boolean {
  const api = useApi();
  const { asked } = useAsked("may-stop-all", (signal) =>
    unwrap(
      api.client.GET("/api/v1/switches/global/history", {
        params: { query: { limit: 1 } },
        signal,
      }),
    ),
  );
  return asked.status === "there";
}

function StopSign() {
  return (
    <svg viewBox="0 0 24 24" className="size-5 shrink-0" fill="none" aria-hidden="true">
      <path
        d="M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3z"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
      <path d="M9 9h6v6H9z" fill="currentColor" />
    </svg>
  );
}
