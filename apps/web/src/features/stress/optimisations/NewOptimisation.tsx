// Asks for an optimisation: whose numbers, towards what, and how much of the history the search must not see.
import { useState } from "react";
import { useLocation } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useWords } from "../../../i18n/words";
import { Field } from "../../../ui/form/Field";
import { RateFields } from "../../backtests/RateFields";
import { financingOf, HOUSE_RATES, wrongRates } from "../../backtests/rates";
import { FormFrame, FormPage, type FormProps } from "../FormPage";
import { SelectField } from "../../../ui/form/SelectField";
import { StrategyPick } from "../StrategyPick";
import { useAction } from "../../../ui/useAction";
import type { Goal } from "./report";
import { words } from "./words";

const GOALS: readonly Goal[] = ["sharpe", "total_return", "return_over_drawdown", "max_drawdown"];
const HOLDOUTS = ["0.1", "0.2", "0.3", "0.4", "0.5"] as const;

export default function NewOptimisation() {
  const say = useWords(words);
  return (
    <FormPage
      title={say("new")}
      text={say("new_text")}
      back={{ href: "/stress/optimisations", label: say("back_list") }}
      Form={Form}
    />
  );
}

function Form({ strategies, first }: FormProps) {
  const api = useApi();
  const say = useWords(words);
  const [, go] = useLocation();
  const [picked, setPicked] = useState(first);
  const [goal, setGoal] = useState<Goal>("sharpe");
  const [trials, setTrials] = useState("300");
  const [holdout, setHoldout] = useState<(typeof HOLDOUTS)[number]>("0.3");
  const [fewest, setFewest] = useState("10");
  const [rates, setRates] = useState(HOUSE_RATES);
  const [isChecked, setChecked] = useState(false);
  const trialsOk = isWithin(trials, 10, 5_000);
  const fewestOk = isWithin(fewest, 1, 100_000);

  const sending = useAction(async () => {
    const body = {
      strategy_id: picked.strategyId,
      version: picked.version,
      goals: [goal],
      limits: { fewest_trades: Number(fewest) },
      trials: Number(trials),
      holdout: Number(holdout),
      seed: 0,
      financing: financingOf(rates),
    };
    const { id } = await unwrap(api.client.POST("/api/v1/stress/optimisations", { body }));
    go(`/stress/optimisations/${id}`);
  });
  const submit = () => {
    setChecked(true);
    if (trialsOk && fewestOk && wrongRates(rates).length === 0) void sending.run();
  };

  return (
    <FormFrame
      testId="optimisation-form"
      submit={say("submit")}
      sending={sending}
      onSubmit={submit}
    >
      <StrategyPick strategies={strategies} picked={picked} onPick={setPicked} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={say("goal")}
          options={GOALS.map((value) => ({ value, label: say(`goal_${value}`) }))}
          value={goal}
          onChoose={setGoal}
        />
        <SelectField
          label={say("holdout")}
          hint={say("holdout_hint")}
          options={HOLDOUTS.map((value) => ({ value, label: `${Number(value) * 100}%` }))}
          value={holdout}
          onChoose={setHoldout}
        />
        <Counted
          label={say("trials")}
          rule={say("trials_hint")}
          value={trials}
          isWrong={isChecked && !trialsOk}
          onChange={setTrials}
        />
        <Counted
          label={say("fewest")}
          rule={say("fewest_hint")}
          value={fewest}
          isWrong={isChecked && !fewestOk}
          onChange={setFewest}
        />
      </div>
      <RateFields rates={rates} onChange={setRates} />
    </FormFrame>
  );
}

interface CountedProps {
  label: string;
  rule: string;
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
}

/** A whole number whose rule turns into its error. */
function Counted({ label, rule, value, isWrong, onChange }: CountedProps) {
  return (
    <Field
      label={label}
      hint={isWrong ? undefined : rule}
      error={isWrong ? rule : undefined}
      inputMode="numeric"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function isWithin(text: string, fewest: number, most: number): boolean {
  const count = Number(text);
  return text.trim() !== "" && Number.isInteger(count) && count >= fewest && count <= most;
}
