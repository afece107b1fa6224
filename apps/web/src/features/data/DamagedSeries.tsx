// Series of which a stored file cannot be read, each with the reason and what to do.
import type { components } from "../../contracts/api";
import { useWords } from "../../i18n/words";
import { Panel } from "../../ui/Panel";
import { words } from "./words";

type Damaged = components["schemas"]["DamagedOut"];

export function DamagedSeries({ series }: { series: readonly Damaged[] }) {
  const say = useWords(words);
  return (
    <Panel title={say("damaged")} className="mx-auto mb-4 w-full max-w-6xl">
      <ul role="alert" className="space-y-2">
        {series.map(({ symbol, timeframe, problem }) => (
          <li key={`${symbol} ${timeframe}`}>
            <strong>{symbol}</strong> {timeframe}: {problem}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
