// What a form shows to who has no strategy to test yet.
import { useWords } from "../../i18n/words";
import { Panel } from "../../ui/Panel";
import { LinkButton } from "../../ui/LinkButton";
import { words } from "./words";

export function NoStrategies() {
  const say = useWords(words);
  return (
    <Panel>
      <p>{say("no_strategies")}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <LinkButton kind="primary" href="/chat">
          {say("from_chat")}
        </LinkButton>
        <LinkButton href="/strategies" kind="quiet">
          {say("to_strategies")}
        </LinkButton>
      </div>
    </Panel>
  );
}
