// Makes an access token: its name, what it may do, and for how many days.
import { type FormEvent, useId, useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { promptly, unwrap } from "../../../api/client";
import type { components } from "../../../contracts/api";
import { useSay } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { FailureText } from "../../../ui/Failure";
import { Button } from "../../../ui/form/Button";
import { Field } from "../../../ui/form/Field";
import { SelectField } from "../../../ui/form/SelectField";
import { useAction } from "../../../ui/useAction";
import { words } from "../words";

export type IssuedToken = components["schemas"]["IssuedTokenOut"];

const SCOPES = ["read", "write", "trade:paper"] as const;
const DAYS = ["7", "30", "90", "365"] as const;

interface TokenFormProps {
  onDone: (token: IssuedToken) => void;
  onCancel: () => void;
}

export function TokenForm({ onDone, onCancel }: TokenFormProps) {
  const api = useApi();
  const ask = useSay();
  const say = useWords(words);
  const id = useId();
  const [name, setName] = useState("");
  const [scope, setScope] = useState<(typeof SCOPES)[number]>("read");
  const [days, setDays] = useState<(typeof DAYS)[number]>("30");
  const [isChecked, setChecked] = useState(false);
  const task = useAction(async () => {
    const body = { name: name.trim(), scopes: [scope], expires_in_days: Number(days) };
    onDone(await unwrap(api.client.POST("/api/v1/tokens", { body, ...promptly() })));
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (name.trim() !== "") void task.run();
  };
  return (
    <form
      noValidate
      aria-labelledby={id}
      onSubmit={save}
      className="rounded-md border border-line-strong p-4"
    >
      <h3 id={id} className="font-semibold">
        {say("token_add")}
      </h3>
      <div className="mt-4 grid gap-4 md:grid-cols-3">
        <Field
          label={say("token_name")}
          value={name}
          maxLength={100}
          autoComplete="off"
          error={isChecked && name.trim() === "" ? say("token_name_missing") : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={say("token_scope")}
          options={SCOPES.map((value) => ({ value, label: say(`scope_${value}`) }))}
          value={scope}
          onChoose={setScope}
        />
        <SelectField
          label={say("token_days")}
          options={DAYS.map((value) => ({ value, label: say("days", { days: value }) }))}
          value={days}
          onChoose={setDays}
        />
      </div>
      {task.error !== null && (
        <div role="alert" className="mt-4 text-danger">
          <FailureText error={task.error} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" busy={task.isBusy}>
          {say("token_make")}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {ask("app.cancel")}
        </Button>
      </div>
    </form>
  );
}
