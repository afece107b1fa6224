// Which mode the server runs in, and how to learn what a missing key would add.
import { useSay } from "../../i18n/LanguageContext";
import { useSessionState } from "../auth/SessionContext";
import { Setting } from "./Setting";

const DOCTOR = "parley doctor";

export function ModeSetting() {
  const say = useSay();
  const state = useSessionState();
  if (!("about" in state)) return null;
  const mode = state.about.desk_mode;
  const [before, after] = say("mode.doctor").split("{command}");
  return (
    <Setting title={say("settings.mode")}>
      <p className="font-semibold">{say(`mode.${mode}`)}</p>
      <p className="mt-1">{say(`mode.${mode}_text`)}</p>
      {state.about.model_problem && (
        <p role="alert" data-testid="model-problem" className="mt-3 font-medium">
          {state.about.model_problem}
        </p>
      )}
      <p className="mt-3 text-soft">
        {before}
        <code className="rounded bg-well px-1.5 py-0.5 font-mono text-sm text-ink">{DOCTOR}</code>
        {after}
      </p>
    </Setting>
  );
}
