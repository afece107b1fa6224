// Which protocol a model's server speaks.
import { useId } from "react";
import { useWords } from "../../../i18n/words";
import { words } from "../words";
import { type Provider, PROVIDERS } from "./configDraft";

interface ProviderFieldProps {
  value: Provider;
  onChange: (provider: Provider) => void;
}

export function ProviderField({ value, onChange }: ProviderFieldProps) {
  const say = useWords(words);
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {say("provider")}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value as Provider)}
        className="block min-h-10 w-full rounded-md border border-line-strong bg-surface px-3 py-2 text-[max(16px,1rem)] text-ink"
      >
        {PROVIDERS.map((provider) => (
          <option key={provider} value={provider}>
            {say(`provider_${provider}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
