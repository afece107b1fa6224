// The return under worse conditions: dearer, later, or with orders that do not come through.
import { type Bar, Bars } from "../../../charts/Bars";
import { useFormat } from "../../../i18n/format";
import { type SayWords, useWords } from "../../../i18n/words";
import type { Outcome, Sensitivity } from "../report";
import { type Ratio, useRatio } from "../useRatio";
import { words } from "../words";

const KINDS = ["cost_x2", "cost_x3", "delay_1", "missed_fills"] as const;
type Kind = (typeof KINDS)[number];

export function Frictions({ found }: { found: Sensitivity }) {
  const say = useWords(words);
  const format = useFormat();
  const ratio = useRatio();
  const named = found.frictions.map((each) => ({ ...each, label: labelOf(each.kind, say) }));
  const worst = named
    .filter((each) => each.total_return !== null)
    .toSorted((one, other) => one.total_return! - other.total_return!)[0];
  const bars = [
    barOf("base", say("friction_base"), found.base, say, ratio),
    ...named.map((each) => barOf(each.kind, each.label, each, say, ratio)),
  ];
  return (
    <Bars
      title={say("frictions_title")}
      summary={say("frictions_text", {
        base: format.signedPercent(found.base.total_return),
        worst: worst?.label ?? "—",
        value: format.signedPercent(worst?.total_return),
      })}
      bars={bars}
      format={(value) => format.signedPercent(value)}
    />
  );
}

function barOf(
  key: string,
  label: string,
  { total_return, sharpe, trades }: Outcome,
  say: SayWords<typeof words.zh>,
  ratio: Ratio,
): Bar {
  const note = say("friction_note", { sharpe: ratio(sharpe), trades });
  return { key, label, note, value: total_return };
}

function labelOf(kind: string, say: SayWords<typeof words.zh>): string {
  const known = KINDS.find((each) => each === kind) as Kind | undefined;
  return known ? say(`friction_${known}`) : kind;
}
