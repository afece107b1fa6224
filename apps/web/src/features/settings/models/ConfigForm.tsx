// Writes a model configuration: a new one, or changes to one that is there.
import { type FormEvent, useId, useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { promptly, unwrap } from "../../../api/client";
import { useSay } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { FailureText } from "../../../ui/Failure";
import { Field } from "../../../ui/form/Field";
import { useAction } from "../../../ui/useAction";
import { words } from "../words";
import { Check } from "./Check";
import { changeOf, complaintsOf, type Config, type Draft, draftOf } from "./configDraft";
import { ProviderField } from "./ProviderField";

interface ConfigFormProps {
  /** Null for a new one. */
  config: Config | null;
  onDone: () => void;
  onCancel: () => void;
}

export function ConfigForm({ config, onDone, onCancel }: ConfigFormProps) {
  const api = useApi();
  const ask = useSay();
  const say = useWords(words);
  const id = useId();
  const [draft, setDraft] = useState(() => draftOf(config));
  const [isChecked, setChecked] = useState(false);
  const complaints = isChecked ? complaintsOf(draft) : {};
  const set = (change: Partial<Draft>) => setDraft((old) => ({ ...old, ...change }));

  const add = () => {
    const body = { alias: draft.alias.trim(), ...changeOf(draft) };
    return unwrap(api.client.POST("/api/v1/llm-platform/configs", { body, ...promptly() }));
  };
  const change = (alias: string) => {
    const parts = { params: { path: { alias } }, body: changeOf(draft), ...promptly() };
    return unwrap(api.client.PATCH("/api/v1/llm-platform/configs/{alias}", parts));
  };
  const task = useAction(async () => {
    await (config === null ? add() : change(config.alias));
    onDone();
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(complaintsOf(draft)).length === 0) void task.run();
  };

  type TextName = Exclude<keyof Draft, "provider" | "isKeyRemoved" | "enabled">;
  const field = (name: TextName) => ({
    label: say(name),
    value: draft[name],
    error: complaints[name] && say(complaints[name]),
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });

  return (
    <form
      noValidate
      aria-labelledby={id}
      onSubmit={save}
      className="rounded-md border border-line-strong p-4"
    >
      <h3 id={id} className="font-semibold">
        {config === null ? say("new_title") : say("edit_title", { alias: config.alias })}
      </h3>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        {config === null && <Field {...field("alias")} hint={say("alias_hint")} />}
        <Field {...field("model")} hint={say("model_hint")} />
        <ProviderField value={draft.provider} onChange={(provider) => set({ provider })} />
        <Field
          {...field("base_url")}
          type="url"
          note={say("optional")}
          hint={say("base_url_hint")}
        />
        <div>
          <Field
            {...field("api_key")}
            type="password"
            autoComplete="new-password"
            note={say("optional")}
            hint={config?.api_key ? say("api_key_keep") : undefined}
          />
          {config?.api_key && (
            <Check
              label={say("api_key_remove")}
              isOn={draft.isKeyRemoved}
              onChange={(isKeyRemoved) => set({ isKeyRemoved })}
            />
          )}
        </div>
        <Field {...field("max_output")} inputMode="numeric" />
        <Field
          {...field("price_input")}
          inputMode="decimal"
          note={say("optional")}
          hint={say("price_hint")}
        />
        <Field {...field("price_output")} inputMode="decimal" note={say("optional")} />
        <Field {...field("priority")} inputMode="numeric" hint={say("priority_hint")} />
        <Check
          label={say("enabled")}
          isOn={draft.enabled}
          onChange={(enabled) => set({ enabled })}
        />
      </div>
      {task.error !== null && (
        <div role="alert" className="mt-4 text-danger">
          <FailureText error={task.error} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" busy={task.isBusy}>
          {say("save")}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {ask("app.cancel")}
        </Button>
      </div>
    </form>
  );
}
