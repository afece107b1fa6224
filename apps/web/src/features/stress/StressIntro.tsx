// What a stress test is, for who has none yet, and how to come to one.
import { useWords } from "../../i18n/words";
import { Picture } from "../../ui/Picture";
import { FeatureIntro } from "../FeatureIntro";
import { LinkButton } from "../../ui/LinkButton";
import { words } from "./words";

export function StressIntro() {
  const say = useWords(words);
  return (
    <FeatureIntro
      place="stress"
      before="backtests"
      path="strategy"
      here={["stress"]}
      picture={<Drawing />}
      action={
        <>
          <LinkButton kind="primary" href="/stress/new">
            {say("new")}
          </LinkButton>
          <LinkButton href="/chat" kind="quiet">
            {say("from_chat")}
          </LinkButton>
          <LinkButton href="/stress/optimisations" kind="quiet">
            {say("optimisations")}
          </LinkButton>
        </>
      }
    />
  );
}

/** A beam between two supports, bending under a weight. */
function Drawing() {
  return (
    <Picture>
      <path d="M22 112l14-34 14 34zM158 112l14-34 14 34zM8 116h192" />
      <path d="M36 74h136" strokeDasharray="3 6" />
      <g className="text-accent">
        <path d="M36 74c40 26 96 26 136 0" />
        <path d="M86 40h36l8 42H78zM96 40V30a8 8 0 0 1 16 0v10" />
      </g>
      <path d="M52 22l8 10M44 38l10 4M156 22l-8 10M164 38l-10 4" />
    </Picture>
  );
}
