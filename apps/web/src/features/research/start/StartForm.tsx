// Asks the experts about an instrument: which one, which experts, with a debate or without.
import { type FormEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { useFormat } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { FailureText } from "../../../ui/Failure";
import { Field } from "../../../ui/form/Field";
import { Panel } from "../../../ui/Panel";
import { MissingData } from "../../data/MissingData";
import { dataOf, instrumentOf, type Missing, type OldData, type Wanted } from "../../data/missing";
import { OldDataOffer } from "../../data/OldDataOffer";
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
  const format = useFormat();
  const [, goTo] = useLocation();
  const query = new URLSearchParams(useSearch());
  const linked = query.get("symbol");
  const linkedDay = linked ? (query.get("date") ?? "") : "";
  const [instrument, setInstrument] = useState<Instrument | null>(() => asTyped(linked ?? ""));
  const [experts, setExperts] = useState<readonly Expert[]>(EXPERTS);
  const [isDebated, setDebated] = useState(true);
  const [rounds, setRounds] = useState(1);
  const [date, setDate] = useState(linkedDay);
  const [problem, setProblem] = useState("");
  const [missing, setMissing] = useState<Missing | OldData | null>(null);
  /** The symbol that a link or a choice has named, which is not resolved again. */
  const [exact, setExact] = useState(linked);
  const starting = useAction(async (symbol: string, day: string) => {
    const order = {
      symbol,
      experts: [...experts],
      skip_debate: !isDebated,
      rounds,
      analysis_date: day || null,
    };
    goTo(`/research/${await startResearch(api, order, language)}`);
  });

  const looking = useAction(async (wanted: Wanted) => {
    const found = await dataOf(api, wanted, date);
    if (typeof found === "string") return starting.run(found, date);
    setMissing(found);
    if (found.kind === "offer" || found.kind === "old") {
      setExact(found.offer.symbol);
      setInstrument(instrumentOf(found.offer));
    }
    return false;
  });
  const change = () => {
    setInstrument(null);
    setMissing(null);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lacking =
      instrument === null ? say("pick_first") : experts.length === 0 ? say("pick_expert") : "";
    setProblem(lacking);
    if (!instrument || lacking) return;
    const isExact = instrument.source !== "" || instrument.symbol === exact;
    void looking.run(isExact ? { symbol: instrument.symbol } : { query: instrument.symbol });
  };

  const isBusy = looking.isBusy || starting.isBusy;
  const error = looking.error ?? starting.error;
  return (
    <Panel title={title} className="w-full">
      <form noValidate onSubmit={submit} className="space-y-5">
        {instrument ? (
          <div className="space-y-1">
            <Picked instrument={instrument} onChange={change} />
            {date !== "" && date === linkedDay && (
              <p className="text-soft">{say("last_day", { date: format.date(date) })}</p>
            )}
          </div>
        ) : (
          <div className="max-w-xl">
            <SymbolSearch label={say("symbol")} onPick={setInstrument} takesNames />
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
            onChange={(event) => {
              setDate(event.target.value);
              setMissing(null);
            }}
          />
        </div>
        <div className="space-y-2">
          {missing === null ? (
            <Button type="submit" data-testid="research-start" busy={isBusy}>
              {say(isBusy ? "starting" : "start")}
            </Button>
          ) : missing.kind === "old" ? (
            <OldDataOffer
              of={missing}
              onStart={(day) => void starting.run(missing.offer.symbol, day || date)}
              onFetched={() => void starting.run(missing.offer.symbol, date)}
              onCancel={() => setMissing(null)}
            />
          ) : (
            <MissingData
              of={missing}
              action={say("fetch_and_start")}
              onChoose={(symbol) => void looking.run({ symbol })}
              onFetched={(symbol) => void starting.run(symbol, date)}
              onCancel={() => setMissing(null)}
            />
          )}
          <div role="alert" className="text-danger">
            {problem}
            {!problem && error !== null && <FailureText error={error} />}
          </div>
        </div>
      </form>
    </Panel>
  );
}
