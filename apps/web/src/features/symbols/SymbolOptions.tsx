// The list under the search for symbols: each with its name, its market and whether it is a demo.
import { useEffect, useRef } from "react";
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { Badge } from "../../ui/Badge";
import { type Instrument, marketPhrase, nameOf } from "./instrument";
import { words } from "./words";

interface SymbolOptionsProps {
  id: string;
  label: string;
  options: readonly Instrument[];
  active: number;
  onPick: (instrument: Instrument) => void;
}

export function SymbolOptions({ id, label, options, active, onPick }: SymbolOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: "nearest" });
  }, [active]);
  return (
    <div id={`${id}-list`} ref={list} role="listbox" aria-label={label}>
      {options.map((option, index) => (
        <div
          key={`${option.symbol} ${option.source}`}
          id={`${id}-${index}`}
          data-testid="symbol-option"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Before the input loses the focus, which would close the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
          onKeyDown={(event) => event.key === "Enter" && onPick(option)}
          className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 border-l-2 border-transparent px-3 py-2 hover:bg-well aria-selected:border-accent aria-selected:bg-well"
        >
          <OptionLine option={option} />
        </div>
      ))}
    </div>
  );
}

function OptionLine({ option }: { option: Instrument }) {
  const say = useWords(words);
  const { language } = useLanguage();
  const market = marketPhrase(option.market);
  if (option.source === "")
    return (
      <>
        <span className="font-medium">{say("as_typed", { symbol: option.symbol })}</span>
        <span className="text-sm text-soft">{say("as_typed_text")}</span>
      </>
    );
  return (
    <>
      <span className="font-mono font-medium">{option.symbol}</span>
      <span className="min-w-0 flex-1 truncate">{nameOf(option, language)}</span>
      <span className="text-sm text-soft">{market ? say(market) : option.market}</span>
      {option.is_demo && <Badge tone="accent">{say("demo")}</Badge>}
    </>
  );
}
