// Opens a paper account of the server's own.
import { type FormEvent, useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { Field } from "../../../ui/form/Field";
import { Panel } from "../../../ui/Panel";
import { ActionFailure } from "../../../ui/ActionFailure";
import { makeWords } from "../new/makeWords";
import { useAction } from "../../../ui/useAction";

export function PaperAccountForm({ onMade }: { onMade: () => void }) {
  const say = useWords(makeWords);
  const { client } = useApi();
  const [label, setLabel] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const opening = useAction(async () => {
    await unwrap(client.POST("/api/v1/broker-accounts/paper", { body: { label: label.trim() } }));
    setLabel("");
    setIsChecked(false);
    onMade();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (label.trim() !== "") void opening.run();
  };
  return (
    <Panel title={say("paper_title")}>
      <p className="mb-3 text-sm text-soft">{say("paper_text")}</p>
      <form noValidate onSubmit={submit} className="grid gap-3">
        <Field
          label={say("label")}
          value={label}
          maxLength={200}
          onChange={(event) => setLabel(event.target.value)}
          error={isChecked && label.trim() === "" ? say("label_missing") : undefined}
        />
        <Button type="submit" busy={opening.isBusy} className="justify-self-start">
          {say("open_paper")}
        </Button>
        <ActionFailure error={opening.error} />
      </form>
    </Panel>
  );
}
