// Asks for a stress test; where nothing is changed it is the full one.
import { useState } from "react";
import { useLocation } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useWords } from "../../i18n/words";
import { Field } from "../../ui/form/Field";
import { RateFields } from "../backtests/RateFields";
import { Checks } from "./Checks";
import { CrisisPick } from "./CrisisPick";
import { FormFrame, FormPage, type FormProps } from "./FormPage";
import { SelectField } from "../../ui/form/SelectField";
import { StrategyPick } from "./StrategyPick";
import { bodyOf, PARTS, problemOf, RISKS, type RiskTolerance, USUAL } from "./stressBody";
import { useAction } from "../../ui/useAction";
import { words } from "./words";

export default function NewStress() {
  const say = useWords(words);
  return (
    <FormPage
      title={say("new_title")}
      text={say("new_text")}
      back={{ href: "/stress", label: say("back") }}
      Form={Form}
    />
  );
}

function Form({ strategies, first }: FormProps) {
  const api = useApi();
  const say = useWords(words);
  const [, go] = useLocation();
  const [picked, setPicked] = useState(first);
  const [wishes, setWishes] = useState(USUAL);
  const [isChecked, setChecked] = useState(false);
  const problem = problemOf(wishes);
  const errorIf = (name: typeof problem) =>
    isChecked && problem === name && name !== null ? say(name) : undefined;

  const sending = useAction(async () => {
    const body = bodyOf(picked, wishes);
    const { id } = await unwrap(api.client.POST("/api/v1/stress", { body }));
    go(`/stress/${id}`);
  });
  const submit = () => {
    setChecked(true);
    if (problem === null) void sending.run();
  };

  return (
    <FormFrame testId="stress-form" submit={say("submit")} sending={sending} onSubmit={submit}>
      <StrategyPick
        strategies={strategies}
        picked={picked}
        onPick={(next) => {
          setPicked(next);
          setWishes({ ...wishes, crises: null });
        }}
      />
      <Checks
        label={say("parts")}
        hint={say("parts_hint")}
        error={errorIf("parts_none")}
        options={PARTS.map((value) => ({ value, label: say(`part_${value}`) }))}
        chosen={wishes.parts}
        onChange={(parts) => setWishes({ ...wishes, parts })}
      />
      {wishes.parts.has("crises") && (
        <CrisisPick
          strategyId={picked.strategyId}
          wishes={wishes}
          error={errorIf("crises_none")}
          windowError={errorIf("own_both")}
          onChange={(next) => setWishes({ ...wishes, ...next })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField<RiskTolerance | "">
          label={say("risk")}
          hint={say("risk_hint")}
          options={[
            { value: "", label: say("risk_lab") },
            ...RISKS.map((value) => ({ value, label: say(`risk_${value}`) })),
          ]}
          value={wishes.risk}
          onChoose={(risk) => setWishes({ ...wishes, risk })}
        />
        <Field
          label={say("paths")}
          hint={errorIf("paths_hint") ? undefined : say("paths_hint")}
          error={errorIf("paths_hint")}
          inputMode="numeric"
          value={wishes.paths}
          onChange={(event) => setWishes({ ...wishes, paths: event.target.value })}
        />
        <Field
          label={say("declared_field")}
          hint={errorIf("declared_hint") ? undefined : say("declared_text")}
          error={errorIf("declared_hint")}
          inputMode="numeric"
          value={wishes.declared}
          onChange={(event) => setWishes({ ...wishes, declared: event.target.value })}
        />
        <Field
          label={say("seed_field")}
          hint={errorIf("seed_hint") ? undefined : say("seed_text")}
          error={errorIf("seed_hint")}
          inputMode="numeric"
          value={wishes.seed}
          onChange={(event) => setWishes({ ...wishes, seed: event.target.value })}
        />
      </div>
      <RateFields rates={wishes.rates} onChange={(rates) => setWishes({ ...wishes, rates })} />
    </FormFrame>
  );
}
