// Where a symbol is typed, with those that the server has data for as suggestions.
import { useId } from "react";
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useAsked } from "../../../api/useAsked";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Field } from "../../../ui/form/Field";
import { newWords } from "./newWords";
import { useSettled } from "./useSettled";

interface SymbolFieldProps {
  value: string;
  onChange: (value: string) => void;
}

export function SymbolField({ value, onChange }: SymbolFieldProps) {
  const say = useWords(newWords);
  const { language } = useLanguage();
  const listId = useId();
  const found = useSuggestions(useSettled(value.trim()));
  return (
    <div>
      <Field
        label={say("ticker")}
        hint={say("ticker_hint")}
        value={value}
        maxLength={60}
        list={listId}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {found.map(({ symbol, name_zh, name_en }) => (
          <option key={symbol} value={symbol}>
            {language === "zh" ? name_zh : name_en}
          </option>
        ))}
      </datalist>
    </div>
  );
}

/** Suggestions are a help, not a need: where the server has none or does not answer, one just types on. */
function useSuggestions(q: string) {
  const { client } = useApi();
  const { asked } = useAsked(q, async (signal) => {
    if (q === "") return [];
    const call = client.GET("/api/v1/data/symbols", { params: { query: { q } }, signal });
    return (await unwrap(call)).instruments;
  });
  return asked.status === "there" ? asked.value : [];
}
