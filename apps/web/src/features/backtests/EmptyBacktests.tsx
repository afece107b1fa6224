// The list before the first backtest: what it is for, and how to begin.
import { useWords } from "../../i18n/words";
import { Picture } from "../../ui/Picture";
import { FeatureIntro } from "../FeatureIntro";
import { LinkButton } from "../../ui/LinkButton";
import { words } from "./words";

export function EmptyBacktests() {
  const say = useWords(words);
  return (
    <FeatureIntro
      place="backtests"
      before="strategies"
      path="strategy"
      here={["rules"]}
      picture={<Drawing />}
      action={
        <>
          <LinkButton href="/backtests/new" kind="primary">
            {say("new")}
          </LinkButton>
          <LinkButton href="/strategies">{say("go_strategies")}</LinkButton>
        </>
      }
    />
  );
}

/** Bars behind a line in time; what lies after the line stays hidden. */
function Drawing() {
  return (
    <Picture>
      <path d="M14 14v100h180" />
      {[30, 48, 66, 84, 102].map((x, index) => (
        <path
          key={x}
          d={`M${x} ${[44, 58, 40, 62, 50][index]}v30M${x - 5} ${[52, 64, 48, 68, 58][index]}h10v14h-10z`}
        />
      ))}
      <path d="M136 70h.01M152 70h.01M168 70h.01M184 70h.01" />
      <g className="text-accent">
        <path d="M120 14v100" strokeDasharray="5 5" />
        <path d="M112 14h16l-8 9z" />
      </g>
    </Picture>
  );
}
