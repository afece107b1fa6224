// Links an account elsewhere: its keys are typed blind, sent once and never shown again.
import { type FormEvent, useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { Field } from "../../../ui/form/Field";
import { Panel } from "../../../ui/Panel";
import { ActionFailure } from "../../../ui/ActionFailure";
import { makeWords } from "../new/makeWords";
import { SelectField } from "../../../ui/form/SelectField";
import { useAction } from "../../../ui/useAction";

const KINDS = ["alpaca_paper", "alpaca_live", "ccxt_sandbox", "ccxt_live"] as const;
type Kind = (typeof KINDS)[number];

const EMPTY = { label: "", venue: "", api_key: "", api_secret: "", passphrase: "" };
type Name = keyof typeof EMPTY;

export function LinkAccountForm({ onLinked }: { onLinked: () => void }) {
  const say = useWords(makeWords);
  const [kind, setKind] = useState<Kind>("alpaca_paper");
  const [typed, setTyped] = useState(EMPTY);
  const [isChecked, setIsChecked] = useState(false);
  const needsVenue = kind.startsWith("ccxt");
  const linking = useLink(kind, typed, () => {
    setTyped(EMPTY);
    setIsChecked(false);
    onLinked();
  });
  const isMissing = (name: Name) => typed[name].trim() === "";
  const isReady =
    !isMissing("label") &&
    !isMissing("api_key") &&
    !isMissing("api_secret") &&
    !(needsVenue && isMissing("venue"));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (isReady) void linking.run();
  };
  const bound = (name: Name) => ({
    label: say(name),
    value: typed[name],
    maxLength: 200,
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) =>
      setTyped((old) => ({ ...old, [name]: event.target.value })),
  });
  const complaint = (name: Name, text: string) => (isChecked && isMissing(name) ? text : undefined);
  return (
    <Panel title={say("link_title")}>
      <p className="mb-3 text-sm text-soft">{say("link_text")}</p>
      <form noValidate onSubmit={submit} className="grid gap-3">
        <SelectField
          label={say("kind")}
          value={kind}
          onChoose={(value) => setKind(KINDS.find((each) => each === value) ?? "alpaca_paper")}
          options={KINDS.map((value) => ({ value, label: say(`kind_${value}`) }))}
        />
        {kind.endsWith("live") && (
          <p className="text-sm text-danger" role="status">
            {say("live_warning")}
          </p>
        )}
        <Field {...bound("label")} error={complaint("label", say("label_missing"))} />
        {needsVenue && (
          <Field
            {...bound("venue")}
            hint={say("venue_hint")}
            error={complaint("venue", say("venue_missing"))}
          />
        )}
        <Field
          {...bound("api_key")}
          type="password"
          autoComplete="new-password"
          error={complaint("api_key", say("key_missing"))}
        />
        <Field
          {...bound("api_secret")}
          type="password"
          autoComplete="new-password"
          error={complaint("api_secret", say("key_missing"))}
        />
        {needsVenue && (
          <Field {...bound("passphrase")} type="password" autoComplete="new-password" />
        )}
        <Button type="submit" busy={linking.isBusy} className="justify-self-start">
          {say("link")}
        </Button>
        <ActionFailure error={linking.error} />
      </form>
    </Panel>
  );
}

function useLink(kind: Kind, typed: typeof EMPTY, onLinked: () => void) {
  const { client } = useApi();
  return useAction(async () => {
    const isExchange = kind.startsWith("ccxt");
    const body = {
      kind,
      label: typed.label.trim(),
      api_key: typed.api_key.trim(),
      api_secret: typed.api_secret.trim(),
      passphrase: (isExchange && typed.passphrase.trim()) || null,
      venue: isExchange ? typed.venue.trim() : null,
    };
    await unwrap(client.POST("/api/v1/broker-accounts", { body }));
    onLinked();
  });
}
