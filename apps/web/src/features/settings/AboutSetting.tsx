// What is running here: version, how people sign in, and who made the charts.
import { useSay } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { useSessionState } from "../auth/SessionContext";
import { Fact, Setting } from "./Setting";
import { words } from "./words";

export function AboutSetting() {
  const say = useSay();
  const sayHere = useWords(words);
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
        <Fact name={sayHere("charts")}>
          <a
            href="https://www.tradingview.com/"
            target="_blank"
            rel="noopener noreferrer"
            className="text-accent underline underline-offset-4"
          >
            {sayHere("charts_by")}
          </a>
        </Fact>
      </dl>
    </Setting>
  );
}
