// A number of the rules as a slider and as a field; both change the definition at once.
import { useState } from "react";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import type { Tunable } from "../types";
import { numberName } from "./blocks";
import { studioWords } from "./studioWords";

interface NumberControlProps {
  tunable: Tunable;
  value: number;
  /** Whether the number is a fraction of something. */
  isShare: boolean;
  isDisabled: boolean;
  onChange: (value: number) => void;
  onFocus: () => void;
}

export function NumberControl({
  tunable,
  value,
  isShare,
  isDisabled,
  onChange,
  onFocus,
}: NumberControlProps) {
  const say = useWords(studioWords);
  const { percent } = useFormat();
  // The range is that of the first look: one that moved with the value would slip away under the finger.
  const [{ minimum, maximum, step }] = useState(tunable);
  const name = numberName(tunable.pointer);
  const last = tunable.pointer.split("/").at(-1)!.replaceAll("_", " ");
  const label = name === null ? say("number.other", { name: last }) : say(`number.${name}`);
  const take = (typed: string) => {
    const next = Number(typed);
    if (typed.trim() === "" || !Number.isFinite(next)) return;
    onChange(tunable.kind === "int" ? Math.round(next) : tidy(next));
  };
  return (
    <div
      className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-center gap-x-3"
      data-pointer={tunable.pointer}
    >
      <label className="contents">
        <span className="col-span-2 text-sm text-soft">
          {label}
          {isShare && <span className="ml-2 font-mono tabular-nums">{percent(value, 2)}</span>}
        </span>
        <input
          type="range"
          min={Math.min(minimum, value)}
          max={Math.max(maximum, value)}
          step={step}
          value={value}
          disabled={isDisabled}
          onFocus={onFocus}
          onChange={(event) => take(event.target.value)}
          className="h-10 w-full min-w-0 cursor-pointer touch-pan-y accent-action"
        />
      </label>
      <NumberInput
        key={value}
        label={say("number_field", { name: label })}
        value={value}
        step={step}
        isDisabled={isDisabled}
        onFocus={onFocus}
        onTake={take}
      />
    </div>
  );
}

interface NumberInputProps {
  label: string;
  value: number;
  step: number;
  isDisabled: boolean;
  onFocus: () => void;
  onTake: (typed: string) => void;
}

/** Takes what was typed on Enter or when it is left, so that half a number is not tried. */
function NumberInput({ label, value, step, isDisabled, onFocus, onTake }: NumberInputProps) {
  const [typed, setTyped] = useState(String(value));
  const take = () => {
    if (typed !== String(value)) onTake(typed);
  };
  return (
    <input
      type="number"
      inputMode="decimal"
      aria-label={label}
      step={step}
      value={typed}
      disabled={isDisabled}
      onFocus={onFocus}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === "Enter" && take()}
      className="min-h-10 w-full rounded-md border border-line-strong bg-surface px-2 text-right font-mono text-[max(16px,0.875rem)] tabular-nums sm:text-sm"
    />
  );
}

/** Without the tail that steps of a slider leave behind: 0.15000000000000002. */
function tidy(value: number): number {
  return Number(value.toPrecision(10));
}
