// The yearly rates of shorts and leverage; what is left blank is the house rate of the market.
import { useWords } from "../../i18n/words";
import { Field } from "../../ui/form/Field";
import { type Rates, RATES, wrongRates } from "./rates";
import { words } from "./words";

interface RateFieldsProps {
  rates: Rates;
  onChange: (rates: Rates) => void;
}

export function RateFields({ rates, onChange }: RateFieldsProps) {
  const say = useWords(words);
  const wrong = wrongRates(rates);
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {RATES.map((rate) => (
        <Field
          key={rate}
          label={say(`rate.${rate}`)}
          inputMode="decimal"
          hint={say("rate_hint")}
          value={rates[rate]}
          error={wrong.includes(rate) ? say("rate_wrong") : undefined}
          onChange={(event) => onChange({ ...rates, [rate]: event.target.value })}
        />
      ))}
    </div>
  );
}
