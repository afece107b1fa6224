// A definition as text, checked while it is written, and stored when it is good.
import { type FormEvent, useId, useState } from "react";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { Field } from "../../../ui/form/Field";
import { Panel } from "../../../ui/Panel";
import { ActionFailure } from "../../../ui/ActionFailure";
import { ExampleButton } from "./ExampleButton";
import { newWords } from "./newWords";
import { Preview } from "./Preview";
import { useCreate } from "./useCreate";
import { useValidation } from "./useValidation";
import { Verdict } from "./Verdict";

export function TextEditor() {
  const say = useWords(newWords);
  const [text, setText] = useState("");
  const [name, setName] = useState("");
  const checking = useValidation(text);
  const { run: create, isBusy, error } = useCreate();
  const { asked } = checking.asking;
  const checked = checking.text === text && asked.status === "there" ? asked.value : null;
  const isGood = checked?.valid === true;
  const save = (event: FormEvent) => {
    event.preventDefault();
    create({ text, name: name.trim() || null });
  };
  return (
    <form onSubmit={save} className="grid items-start gap-4 lg:grid-cols-2">
      <Panel>
        <Editor text={text} onChange={setText} />
        <div className="mt-3">
          <ExampleButton onExample={setText} />
        </div>
      </Panel>
      <div className="min-w-0 space-y-4">
        <Verdict checking={checking} isTyping={checking.text !== text} />
        {checked && <Preview validation={checked} />}
        <Panel>
          <Field
            label={say("name")}
            hint={say("name_hint")}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" className="mt-4" busy={isBusy} disabled={isBusy || !isGood}>
            {say("create")}
          </Button>
          <ActionFailure error={error} />
        </Panel>
      </div>
    </form>
  );
}

function Editor({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const say = useWords(newWords);
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="mb-1 block font-medium">
        {say("editor")}
      </label>
      <textarea
        id={id}
        aria-describedby={`${id}-hint`}
        value={text}
        rows={22}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        className="block w-full rounded-md border border-line-strong bg-surface p-3 font-mono text-[max(16px,0.875rem)] text-ink sm:text-sm"
      />
      <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
        {say("editor_hint")}
      </p>
    </>
  );
}
