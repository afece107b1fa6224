// Templates for a symbol, by what they believe in and how long they hold.
import { useState } from "react";
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import { newWords } from "./newWords";
import { SelectField } from "../../../ui/form/SelectField";
import { SymbolField } from "./SymbolField";
import { type Filters, TemplateList } from "./TemplateList";
import { useSettled } from "./useSettled";

const FAMILIES = ["trend_continuation", "mean_reversion", "volatility_regime"] as const;
const HOLDINGS = ["intraday_scalp", "intraday", "swing_days", "position_weeks_plus"] as const;

export function TemplatePicker() {
  const say = useWords(newWords);
  const [ticker, setTicker] = useState("");
  const [family, setFamily] = useState<Filters["family"]>("all");
  const [holding, setHolding] = useState<Filters["holding"]>("all");
  const settled = useSettled(ticker.trim().toUpperCase(), 500);
  return (
    <div className="space-y-4">
      <Panel>
        <div className="grid gap-4 md:grid-cols-[minmax(0,2fr)_auto_auto]">
          <SymbolField value={ticker} onChange={setTicker} />
          <SelectField
            label={say("family")}
            options={[
              { value: "all", label: say("all") },
              ...FAMILIES.map((value) => ({ value, label: say(`family_${value}`) })),
            ]}
            value={family}
            onChoose={setFamily}
          />
          <SelectField
            label={say("holding")}
            options={[
              { value: "all", label: say("all") },
              ...HOLDINGS.map((value) => ({ value, label: say(`holding_${value}`) })),
            ]}
            value={holding}
            onChoose={setHolding}
          />
        </div>
      </Panel>
      {settled === "" ? (
        <p className="text-soft">{say("ticker_first")}</p>
      ) : (
        <TemplateList ticker={settled} filters={{ family, holding }} />
      )}
    </div>
  );
}
