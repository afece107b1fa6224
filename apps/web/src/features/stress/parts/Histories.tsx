// The fan of simulated histories, one kind at a time, beside the path that the strategy really took.
import { useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { useAsked } from "../../../api/useAsked";
import { FanChart, type PathPoint } from "../../../charts/FanChart";
import { useFormat } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Choice } from "../../../ui/form/Choice";
import { realPath } from "../realPath";
import type { StressReport, WorldFinding } from "../report";
import { words } from "../words";

interface HistoriesProps {
  id: string;
  strategyId: string | null;
  report: StressReport;
  worlds: [WorldFinding, ...WorldFinding[]];
}

export function Histories({ id, strategyId, report, worlds }: HistoriesProps) {
  const api = useApi();
  const { language } = useLanguage();
  const say = useWords(words);
  const [chosen, setChosen] = useState<string>(worlds[0].world);
  const shown = worlds.find((each) => each.world === chosen) ?? worlds[0];
  const real = useAsked(`real ${id}`, (signal) => realPath(api, strategyId, report, signal));
  return (
    <div data-testid="fan-chart">
      {worlds.length > 1 && (
        <div className="mb-3">
          <Choice
            label={say("world")}
            options={worlds.map((each) => ({ value: each.world, label: each.name[language] }))}
            value={shown.world}
            onChoose={setChosen}
          />
        </div>
      )}
      <OneWorld world={shown} real={real.asked.status === "there" ? real.asked.value : null} />
      {real.asked.status === "there" && real.asked.value === null && (
        <p className="mt-1 text-sm text-soft">{say("fan_no_real")}</p>
      )}
      {shown.world === "trade_shuffle" && <p className="mt-1 text-sm text-soft">{say("weaker")}</p>}
    </div>
  );
}

function OneWorld({ world, real }: { world: WorldFinding; real: PathPoint[] | null }) {
  const { language } = useLanguage();
  const say = useWords(words);
  const format = useFormat();
  const { fan } = world;
  const whole = (value: number | undefined) => format.number(value, 0);
  const summary = say("fan_text", {
    middle: whole(fan.p50.at(-1)),
    low: whole(fan.p25.at(-1)),
    high: whole(fan.p75.at(-1)),
    lowest: whole(fan.p5.at(-1)),
    highest: whole(fan.p95.at(-1)),
  });
  const really = real && say("fan_real", { value: whole(real.at(-1)?.value) });
  return (
    <FanChart
      title={say("fan_title", {
        world: world.name[language],
        paths: format.number(world.paths, 0),
      })}
      summary={really ? `${summary} ${really}` : summary}
      fan={fan}
      real={real}
      format={whole}
      formatBar={(bar) => say("fan_bar", { bar: whole(bar) })}
      names={{
        outer: say("outer"),
        inner: say("inner"),
        middle: say("middle"),
        real: say("real"),
      }}
    />
  );
}
