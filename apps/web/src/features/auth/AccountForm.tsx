// The form that signing in and registering share: checks, busy state, and what the server said.
import { type FormEvent, useRef, useState } from "react";
import { useSay } from "../../i18n/LanguageContext";
import { Button } from "../../ui/form/Button";
import { FailureText } from "../../ui/Failure";
import { Field } from "../../ui/form/Field";
import type { AccountForm as Entries, Slips } from "./checks";
import { PasswordField } from "./PasswordField";

interface AccountFormProps {
  kind: "sign_in" | "register";
  check: (entries: Entries) => Slips;
  submit: (entries: Entries) => Promise<void>;
}

export function AccountForm({ kind, check, submit }: AccountFormProps) {
  const say = useSay();
  const form = useRef<HTMLFormElement>(null);
  const [slips, setSlips] = useState<Slips>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isNew = kind === "register";
  const hasSlips = Object.keys(slips).length > 0;

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const entries = entriesOf(event.currentTarget);
    const found = check(entries);
    setSlips(found);
    setFailure(null);
    const [first] = Object.keys(found);
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    setIsBusy(true);
    await submit(entries).catch(setFailure);
    setIsBusy(false);
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void send(event)} className="space-y-4">
      {(hasSlips || failure !== null) && (
        <div
          role="alert"
          className="rounded-md border border-danger bg-danger-soft px-3 py-2 text-danger"
        >
          {hasSlips ? say("auth.check_fields") : <FailureText error={failure} />}
        </div>
      )}
      {isNew && (
        <Field
          name="name"
          label={say("auth.name")}
          note={say("auth.optional")}
          autoComplete="name"
        />
      )}
      <Field
        name="email"
        type="email"
        label={say("auth.email")}
        autoComplete={isNew ? "email" : "username"}
        autoCapitalize="none"
        spellCheck={false}
        required
        error={slips.email && say(slips.email)}
      />
      <PasswordField
        name="password"
        label={say("auth.password")}
        autoComplete={isNew ? "new-password" : "current-password"}
        required
        hint={isNew ? say("auth.password_hint") : undefined}
        error={slips.password && say(slips.password)}
      />
      <Button type="submit" busy={isBusy} className="w-full">
        {say(isBusy ? (isNew ? "auth.registering" : "auth.signing_in") : `auth.${kind}`)}
      </Button>
    </form>
  );
}

function entriesOf(form: HTMLFormElement): Entries {
  const data = new FormData(form);
  const text = (field: string) => String(data.get(field) ?? "");
  return { name: text("name").trim(), email: text("email").trim(), password: text("password") };
}
