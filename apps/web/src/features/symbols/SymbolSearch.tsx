// Finds an instrument by symbol or by name, as a combobox that works with keys alone.
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useWords } from "../../i18n/words";
import { FailureText } from "../../ui/Failure";
import { asNamed, asTyped, type Instrument } from "./instrument";
import { SymbolOptions } from "./SymbolOptions";
import { useInstruments } from "./useInstruments";
import { words } from "./words";

interface SymbolSearchProps {
  label: string;
  onPick: (instrument: Instrument) => void;
  autoFocus?: boolean;
  /** A name that no stored instrument has can be picked, too: whoever gets it finds out what it means. */
  takesNames?: boolean;
}

export function SymbolSearch({
  label,
  onPick,
  autoFocus = false,
  takesNames = false,
}: SymbolSearchProps) {
  const say = useWords(words);
  const id = useId();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  /** Enter was pressed before the answer came: it counts when it comes. */
  const isEntered = useRef(false);

  const pick = (instrument: Instrument) => {
    setText(instrument.symbol);
    setOpen(false);
    onPick(instrument);
  };
  const asked = useInstruments(text, (arrived) => {
    const [first, ...others] = withTyped(arrived, text, takesNames);
    const isPlain = first !== undefined && (others.length === 0 || isSame(first, text));
    if (isEntered.current && isPlain) pick(first);
    isEntered.current = false;
  });
  const found = asked.status === "there" ? asked.value : [];
  const isWaiting = asked.status === "waiting";
  const options = isWaiting ? [] : withTyped(found, text, takesNames);
  const isShown = isOpen && text.trim() !== "";

  const type = (next: string) => {
    setText(next);
    setOpen(true);
    setActive(0);
    isEntered.current = false;
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      if (isShown) setActive((active + step + options.length) % options.length);
    } else if (event.key === "Enter" && isShown) {
      event.preventDefault();
      const chosen = options[active];
      if (chosen) pick(chosen);
      else isEntered.current = isWaiting;
    } else if (event.key === "Escape" && isShown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <div
      className="relative"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <input
        id={id}
        data-testid="symbol-search"
        role="combobox"
        type="text"
        value={text}
        placeholder={say("placeholder")}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        ref={(input) => {
          if (autoFocus && text === "") input?.focus();
        }}
        aria-autocomplete="list"
        aria-expanded={isShown && options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown && options[active] ? `${id}-${active}` : undefined}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onClick={() => setOpen(true)}
        className="block min-h-10 w-full rounded-md border border-line-strong bg-surface px-3 py-2 text-[max(16px,1rem)] text-ink placeholder:text-soft"
      />
      <p role="status" className="sr-only">
        {isShown && say(isWaiting ? "searching" : "found", { count: found.length })}
      </p>
      <div
        className={`absolute inset-x-0 z-20 mt-1 max-h-80 overflow-y-auto rounded-md border border-line-strong bg-raised shadow-lg ${isShown ? "" : "hidden"}`}
      >
        {isWaiting && <p className="p-3 text-sm text-soft">{say("searching")}</p>}
        {asked.status === "failed" && (
          <div role="alert" className="p-3 text-sm text-danger">
            <FailureText error={asked.error} />
          </div>
        )}
        {asked.status === "there" && found.length === 0 && (
          <p className="p-3 text-sm text-soft">
            <span className="block font-medium text-ink">
              {say("nothing", { text: text.trim() })}
            </span>
            {!takesNames && say("nothing_text")}
          </p>
        )}
        <SymbolOptions id={id} label={label} options={options} active={active} onPick={pick} />
      </div>
    </div>
  );
}

/** What was found, the exact one first; at the end what was typed, where that is none of them. */
function withTyped(found: readonly Instrument[], text: string, takesNames: boolean): Instrument[] {
  const exact = found.filter((each) => isSame(each, text));
  const others = found.filter((each) => !isSame(each, text));
  const typed = exact.length > 0 ? null : takesNames ? asNamed(text) : asTyped(text);
  return [...exact, ...others, ...(typed ? [typed] : [])];
}

function isSame({ symbol }: Instrument, text: string): boolean {
  return symbol === text.trim().toUpperCase();
}
