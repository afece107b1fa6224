// What is running here: version and how people sign in.
import { useSay } from "../../i18n/LanguageContext";
import { useSessionState } from "../auth/SessionContext";
import { Fact, Setting } from "./Setting";

export function AboutSetting() {
  const say = useSay();
  const state = useSessionState();
  if (!("about" in state)) return null;
  return (
    <Setting title={say("settings.about")}>
      <dl>
        <Fact name={say("settings.version")}>
          <span className="tabular-nums">{state.about.version}</span>
        </Fact>
        <Fact name={say("settings.sign_in_rule")}>
          {say(`settings.auth_${state.about.auth_mode}`)}
        </Fact>
      </dl>
    </Setting>
  );
}
