// Puts other instruments beside the candles.
import { useWords } from "../../i18n/words";
import { SymbolSearch } from "../../features/symbols/SymbolSearch";
import { chartWords } from "../chartWords";
import { Chip, Tool } from "./Tools";

interface CompareToolProps {
  /** That of the candles, which is not compared with itself. */
  symbol: string;
  chosen: readonly string[];
  onChange: (symbols: readonly string[]) => void;
}

export function CompareTool({ symbol, chosen, onChange }: CompareToolProps) {
  const say = useWords(chartWords);
  return (
    <Tool label={say("compare")} count={chosen.length}>
      <div className="max-w-lg">
        <SymbolSearch
          label={say("compare_find")}
          onPick={(picked) => {
            const isNew = picked.symbol !== symbol && !chosen.includes(picked.symbol);
            if (isNew) onChange([...chosen, picked.symbol]);
          }}
        />
      </div>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {chosen.map((each) => (
            <Chip
              key={each}
              label={say("compare_remove", { symbol: each })}
              onRemove={() => onChange(chosen.filter((other) => other !== each))}
            >
              <span className="font-mono">{each}</span>
            </Chip>
          ))}
        </ul>
      )}
    </Tool>
  );
}
