// Takes a person's word on rules that are not saved yet, and says what followed from it.
import { type FormEvent, useState } from "react";
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { ActionFailure } from "../../../ui/ActionFailure";
import { CheckField } from "../editing/CheckField";
import type { Confirmed, Document } from "../types";
import { useAction } from "../../../ui/useAction";
import { cardWords } from "./cardWords";

interface ConfirmFormProps {
  sessionId: string;
  document: Document;
  onConfirmed: (confirmed: Confirmed) => void;
}

export function ConfirmForm({ sessionId, document, onConfirmed }: ConfirmFormProps) {
  const say = useWords(cardWords);
  const { client } = useApi();
  const { language } = useLanguage();
  const [startsBacktest, setStartsBacktest] = useState(true);
  const [advances, setAdvances] = useState(false);
  const confirming = useAction(async () => {
    const body = {
      session_id: sessionId,
      dsl_json: document,
      strategy_id: null,
      auto_start_backtest: startsBacktest,
      advance_to_stress_test: advances,
      language,
    };
    onConfirmed(await unwrap(client.POST("/api/v1/strategies/confirm", { body })));
  });
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    void confirming.run();
  };
  return (
    <form onSubmit={confirm} className="rounded-md border border-accent p-4">
      <p className="font-semibold">{say("confirm_title")}</p>
      <p className="mt-1 text-sm text-soft">{say("confirm_text")}</p>
      <div className="mt-2">
        <CheckField
          label={say("confirm_backtest")}
          isChecked={startsBacktest}
          onChange={setStartsBacktest}
        />
        <CheckField label={say("confirm_advance")} isChecked={advances} onChange={setAdvances} />
      </div>
      <Button
        type="submit"
        className="mt-3"
        busy={confirming.isBusy}
        data-testid="strategy-confirm"
      >
        {say("confirm")}
      </Button>
      <ActionFailure error={confirming.error} />
    </form>
  );
}
