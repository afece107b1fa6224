// Narrows the coverage to a market and to a part of a symbol.
import { useWords } from "../../i18n/words";
import { Choice } from "../../ui/form/Choice";
import { Field } from "../../ui/form/Field";
import { type Market, marketOf } from "../symbols/instrument";
import { words as symbolWords } from "../symbols/words";
import type { Series } from "./coverage";
import { words } from "./words";

export interface Filter {
  market: Market | "all";
  text: string;
}

export const NO_FILTER: Filter = { market: "all", text: "" };

interface CoverageFilterProps {
  series: readonly Series[];
  filter: Filter;
  onChange: (filter: Filter) => void;
}

export function CoverageFilter({ series, filter, onChange }: CoverageFilterProps) {
  const say = useWords(words);
  const sayMarket = useWords(symbolWords);
  const markets = [...new Set(series.map(({ symbol }) => marketOf(symbol)))];
  const options = [
    { value: "all" as const, label: say("market_all") },
    ...markets.map((value) => ({ value, label: sayMarket(`market_${value}`) })),
  ];
  return (
    <div className="mb-5 flex flex-wrap items-end gap-4">
      {markets.length > 1 && (
        <Choice
          label={say("market")}
          options={options}
          value={filter.market}
          onChoose={(market) => onChange({ ...filter, market })}
        />
      )}
      <div className="w-full max-w-60">
        <Field
          label={say("filter")}
          placeholder={say("filter_hint")}
          value={filter.text}
          onChange={(event) => onChange({ ...filter, text: event.target.value })}
        />
      </div>
    </div>
  );
}
