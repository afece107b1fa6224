// A desk without data: what will be here, and the commands that bring it.
import { useWords } from "../../i18n/words";
import { Panel } from "../../ui/Panel";
import { Picture } from "../../ui/Picture";
import { FeatureIntro } from "../FeatureIntro";
import { Commands } from "./Commands";
import { words } from "./words";

export function DataIntro() {
  const say = useWords(words);
  return (
    <FeatureIntro
      place="data"
      path="research"
      here={["data"]}
      picture={<Drawing />}
      action={
        <Panel title={say("how")} className="w-full">
          <Commands />
        </Panel>
      }
    />
  );
}

/** Layers of data with the hour at which each became known. */
function Drawing() {
  return (
    <Picture>
      <path d="M20 32c0-9 24-16 54-16s54 7 54 16-24 16-54 16-54-7-54-16z" />
      <path d="M20 32v26c0 9 24 16 54 16s54-7 54-16V32M20 58v28c0 9 24 16 54 16 9 0 17-1 24-2" />
      <g className="text-accent">
        <circle cx="152" cy="84" r="30" />
        <path d="M152 66v18l12 8" />
        <path d="M152 54v4M152 110v4M122 84h4M178 84h4" />
      </g>
    </Picture>
  );
}
