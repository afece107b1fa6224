// Deploying without a pass: a sentence typed word by word, and a reason.
import { useWords } from "../../../i18n/words";
import { Field } from "../../../ui/form/Field";
import { makeWords } from "./makeWords";

interface Override {
  phrase: string;
  reason: string;
}

interface OverrideFieldsProps {
  value: Override;
  onChange: (value: Override) => void;
  isChecked: boolean;
}

export function OverrideFields({ value, onChange, isChecked }: OverrideFieldsProps) {
  const say = useWords(makeWords);
  const phrase = say("override_phrase");
  const isWrong = value.phrase.trim() !== phrase;
  return (
    <fieldset className="mt-4 grid gap-3 rounded-md border border-danger p-4">
      <legend className="px-1 font-medium text-danger">{say("override_title")}</legend>
      <p className="text-sm text-soft">{say("override_text")}</p>
      <Field
        label={say("override_type", { phrase })}
        value={value.phrase}
        autoComplete="off"
        maxLength={200}
        data-testid="override-phrase"
        onChange={(event) => onChange({ ...value, phrase: event.target.value })}
        error={isChecked && isWrong ? say("override_wrong") : undefined}
      />
      <Field
        label={say("override_reason")}
        value={value.reason}
        maxLength={500}
        data-testid="override-reason"
        onChange={(event) => onChange({ ...value, reason: event.target.value })}
        error={isChecked && value.reason.trim() === "" ? say("override_reason_missing") : undefined}
      />
    </fieldset>
  );
}
