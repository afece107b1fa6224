// The stretches of missing sessions, one by one.
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Disclosure } from "../../ui/Disclosure";
import { keyOf, type Series } from "./coverage";
import { words } from "./words";

export function GapList({ series }: { series: readonly Series[] }) {
  const say = useWords(words);
  const { date } = useFormat();
  const broken = series.filter(({ gaps }) => gaps !== null && gaps.length > 0);
  if (broken.length === 0) return null;
  return (
    <div className="mt-4">
      <Disclosure summary={say("gap_list")}>
        {broken.map((each) => (
          <div key={keyOf(each)} className="text-sm">
            <h3 className="font-medium">
              {each.timeframe} · {each.source}
            </h3>
            <ul className="max-h-60 overflow-y-auto">
              {each.gaps?.map(({ first, last, sessions }) => (
                <li key={first}>
                  {say("gap_line", { first: date(first), last: date(last), sessions })}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Disclosure>
    </div>
  );
}
