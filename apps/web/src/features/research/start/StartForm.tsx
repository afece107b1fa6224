// Asks the experts about an instrument: which one, which experts, with a debate or without.
import { type FormEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { FailureText } from "../../../ui/Failure";
import { Field } from "../../../ui/form/Field";
import { Panel } from "../../../ui/Panel";
import { asTyped, type Instrument } from "../../symbols/instrument";
import { SymbolSearch } from "../../symbols/SymbolSearch";
import { EXPERTS, type Expert } from "../experts";
import { useAction } from "../../../ui/useAction";
import { words } from "../words";
import { ExpertChoice } from "./ExpertChoice";
import { Picked } from "./Picked";
import { Rounds } from "./Rounds";
import { startResearch } from "./startResearch";

export function StartForm({ title }: { title: string }) {
  const say = useWords(words);
  const api = useApi();
  const { language } = useLanguage();
  const [, goTo] = useLocation();
  const asked = new URLSearchParams(useSearch()).get("symbol");
  const [instrument, setInstrument] = useState<Instrument | null>(() => asTyped(asked ?? ""));
  const [experts, setExperts] = useState<readonly Expert[]>(EXPERTS);
  const [isDebated, setDebated] = useState(true);
  const [rounds, setRounds] = useState(1);
  const [date, setDate] = useState("");
  const [problem, setProblem] = useState("");
  const starting = useAction(async (symbol: string) => {
    const order = {
      symbol,
      experts: [...experts],
      skip_debate: !isDebated,
      rounds,
      analysis_date: date || null,
    };
    goTo(`/research/${await startResearch(api, order, language)}`);
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing =
      instrument === null ? say("pick_first") : experts.length === 0 ? say("pick_expert") : "";
    setProblem(missing);
    if (instrument && !missing) starting.run(instrument.symbol);
  };

  return (
    <Panel title={title} className="w-full">
      <form noValidate onSubmit={submit} className="space-y-5">
        {instrument ? (
          <Picked instrument={instrument} onChange={() => setInstrument(null)} />
        ) : (
          <div className="max-w-xl">
            <SymbolSearch label={say("symbol")} onPick={setInstrument} />
          </div>
        )}
        <ExpertChoice chosen={experts} onChoose={setExperts} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <label className="inline-flex min-h-10 items-center gap-2">
            <input
              type="checkbox"
              checked={isDebated}
              onChange={(event) => setDebated(event.target.checked)}
              className="size-5 accent-accent"
            />
            {say("with_debate")}
          </label>
          {isDebated && <Rounds value={rounds} onChange={setRounds} />}
        </div>
        <div className="max-w-xl">
          <Field
            type="date"
            label={say("date")}
            hint={say("date_hint")}
            value={date}
            onChange={(event) => setDate(event.target.value)}
          />
        </div>
        <div className="space-y-2">
          <Button type="submit" data-testid="research-start" busy={starting.isBusy}>
            {say(starting.isBusy ? "starting" : "start")}
          </Button>
          <div role="alert" className="text-danger">
            {problem}
            {!problem && starting.error !== null && <FailureText error={starting.error} />}
          </div>
        </div>
      </form>
    </Panel>
  );
}
