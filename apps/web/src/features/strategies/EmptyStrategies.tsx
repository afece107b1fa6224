// A desk without strategies: what they are, and the two ways to the first one.
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/Button";
import { Picture } from "../../ui/Picture";
import { FeatureIntro } from "../FeatureIntro";
import { addressOf } from "../places";
import { NEW_STRATEGY } from "./addresses";
import { LinkButton } from "../../ui/LinkButton";
import { words } from "./words";

export function EmptyStrategies({ onSeeArchived }: { onSeeArchived: () => void }) {
  const say = useWords(words);
  return (
    <FeatureIntro
      place="strategies"
      before="chat"
      path="strategy"
      here={["rules"]}
      picture={<Drawing />}
      action={
        <>
          <LinkButton kind="primary" href={addressOf("chat")}>
            {say("go_chat")}
          </LinkButton>
          <LinkButton kind="quiet" href={NEW_STRATEGY}>
            {say("from_template")}
          </LinkButton>
          <Button kind="quiet" onClick={onSeeArchived}>
            {say("see_archived")}
          </Button>
        </>
      }
    />
  );
}

/** A sheet of rules: a condition that branches into enter and leave. */
function Drawing() {
  return (
    <Picture>
      <path d="M44 10h84l24 24v84H44zM128 10v24h24" />
      <path d="M60 30h44M60 44h30" />
      <g className="text-accent">
        <path d="M98 58l14 12-14 12-14-12z" />
        <path d="M84 70H68v26M112 70h16v26" />
        <path d="M58 96h20M118 96h20" />
      </g>
      <path d="M166 46v72M178 58v60" strokeDasharray="3 6" />
    </Picture>
  );
}
