// A row of options of which exactly one holds, as native radio buttons.
import { useId } from "react";
import { Icon, type IconName } from "../Icon";

interface Option<T extends string> {
  value: T;
  label: string;
  icon?: IconName;
  /** The language of the label when it is not the page's. */
  lang?: string;
}

interface ChoiceProps<T extends string> {
  label: string;
  options: Option<T>[];
  value: T;
  onChoose: (value: T) => void;
}

export function Choice<T extends string>({ label, options, value, onChoose }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="inline-flex flex-wrap gap-1 rounded-lg bg-well p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          lang={option.lang}
          className="inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-transparent px-3 text-soft has-checked:border-line-strong has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            className="sr-only"
          />
          {option.icon && <Icon name={option.icon} className="size-4" />}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
