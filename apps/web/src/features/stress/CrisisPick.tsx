// The crises of the strategy's market to live through again, and a stretch of the person's own.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import type { components } from "../../contracts/api";
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { AskedPart } from "../../ui/form/AskedPart";
import { Field } from "../../ui/form/Field";
import { Progress } from "../../ui/Progress";
import { Checks } from "./Checks";
import type { Wishes } from "./stressBody";
import { words } from "./words";

type CrisisWishes = Pick<Wishes, "crises" | "start" | "end">;
type Window = components["schemas"]["WindowOut"];

interface CrisisPickProps {
  strategyId: string;
  wishes: CrisisWishes;
  error: string | undefined;
  windowError: string | undefined;
  onChange: (wishes: CrisisWishes) => void;
}

export function CrisisPick({ strategyId, wishes, error, windowError, onChange }: CrisisPickProps) {
  const say = useWords(words);
  const { crises, start, end } = wishes;
  const asking = useWindows(strategyId);
  return (
    <div className="space-y-4">
      <AskedPart of={asking} waiting={<Progress value={null} label={say("crises_pick")} />}>
        {(windows) => (
          <Named
            windows={windows}
            crises={crises}
            error={error}
            onChange={(next) => onChange({ crises: next, start, end })}
          />
        )}
      </AskedPart>
      <fieldset>
        <legend className="mb-1 font-medium">{say("own_window")}</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={say("own_start")}
            type="date"
            value={start}
            onChange={(event) => onChange({ crises, start: event.target.value, end })}
          />
          <Field
            label={say("own_end")}
            error={windowError}
            type="date"
            value={end}
            onChange={(event) => onChange({ crises, start, end: event.target.value })}
          />
        </div>
      </fieldset>
    </div>
  );
}

interface NamedProps {
  windows: Window[];
  crises: Wishes["crises"];
  error: string | undefined;
  onChange: (crises: Wishes["crises"]) => void;
}

function Named({ windows, crises, error, onChange }: NamedProps) {
  const { language } = useLanguage();
  const say = useWords(words);
  if (windows.length === 0) return <p className="text-soft">{say("all_crises")}</p>;
  return (
    <Checks
      label={say("crises_pick")}
      error={error}
      options={windows.map((each) => ({
        value: each.key,
        label: each.name[language],
        note: say("days", { start: each.start, end: each.end }),
      }))}
      chosen={crises ?? new Set(windows.map((each) => each.key))}
      onChange={(chosen) => onChange(chosen.size === windows.length ? null : chosen)}
    />
  );
}

function useWindows(strategyId: string) {
  const api = useApi();
  return useAsked(`windows ${strategyId}`, async (signal): Promise<Window[]> => {
    const path = { strategy_id: strategyId };
    const strategy = await unwrap(
      api.client.GET("/api/v1/strategies/{strategy_id}", { params: { path }, signal }),
    );
    const { universe } = strategy.document as { universe?: { market?: string } };
    const market = universe?.market as components["schemas"]["Market"];
    const found = await unwrap(
      api.client.GET("/api/v1/stress/windows", { params: { query: { market } }, signal }),
    );
    return found.windows;
  });
}
