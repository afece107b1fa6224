// What is left out of sample, and what the number of trials says: each figure with one plain sentence.
import { type Format, useFormat } from "../../../i18n/format";
import { type SayWords, useWords } from "../../../i18n/words";
import type { Overfitting, WalkForward } from "../report";
import { type Ratio, useRatio } from "../useRatio";
import { words } from "../words";

interface Measure {
  name: string;
  figure: string;
  sentence: string;
}

type SayStress = SayWords<typeof words.zh>;

interface LuckProps {
  walked: WalkForward | null;
  luck: Overfitting | null;
}

export function Luck({ walked, luck }: LuckProps) {
  const say = useWords(words);
  const format = useFormat();
  const ratio = useRatio();
  const measures = [
    ...(walked ? walkForwardMeasures(walked, say, format, ratio) : []),
    ...(luck ? luckMeasures(luck, say, format, ratio) : []),
  ];
  if (measures.length === 0) return <p className="text-soft">{say("part_missing")}</p>;
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {measures.map(({ name, figure, sentence }) => (
        <div key={name} className="border-l-2 border-line pl-3">
          <dt className="text-sm text-soft">{name}</dt>
          <dd>
            <span className="font-mono text-lg tabular-nums">{figure}</span>
            <span className="block text-sm text-soft">{sentence}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function walkForwardMeasures(
  walked: WalkForward,
  say: SayStress,
  format: Format,
  ratio: Ratio,
): Measure[] {
  const range = walked.out_of_sample_sharpe;
  return [
    {
      name: say("out_of_sample"),
      figure: range
        ? say("range", {
            value: ratio(range.value),
            low: ratio(range.low),
            high: ratio(range.high),
          })
        : ratio(null),
      sentence: say("out_of_sample_text", {
        folds: walked.folds,
        inside: ratio(walked.in_sample_sharpe),
      }),
    },
    {
      name: say("efficiency"),
      figure: format.percent(walked.efficiency, 0),
      sentence: say("efficiency_text"),
    },
  ];
}

function luckMeasures(luck: Overfitting, say: SayStress, format: Format, ratio: Ratio): Measure[] {
  const pbo = luck.overfitting_probability;
  const track = luck.minimum_track_bars;
  return [
    {
      name: say("deflated"),
      figure: format.percent(luck.deflated_sharpe),
      sentence: say("deflated_text", {
        trials: format.number(luck.trials, 0),
        weighed: format.number(luck.weighed, 0),
        best: ratio(luck.expected_best_of_luck),
      }),
    },
    {
      name: say("pbo"),
      figure: format.percent(pbo),
      sentence: say(pbo === null ? "pbo_none" : "pbo_text"),
    },
    {
      name: say("probabilistic"),
      figure: format.percent(luck.probabilistic_sharpe),
      sentence: say("probabilistic_text", { sharpe: ratio(luck.sharpe) }),
    },
    {
      name: say("track"),
      figure: format.number(track, 0),
      sentence:
        track === null
          ? say("track_none")
          : say("track_text", { bars: format.number(luck.bars, 0) }),
    },
  ];
}
