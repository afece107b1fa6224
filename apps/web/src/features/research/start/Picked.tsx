// The instrument that was chosen, with a way to choose another.
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { Button } from "../../../ui/form/Button";
import { type Instrument, nameOf } from "../../symbols/instrument";
import { words } from "../words";

export function Picked({ instrument, onChange }: { instrument: Instrument; onChange: () => void }) {
  const say = useWords(words);
  const { language } = useLanguage();
  const name = `${nameOf(instrument, language)} ${instrument.symbol}`.trim();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="font-medium">
        {say("picked", { name })}
      </p>
      {instrument.is_demo && <Badge tone="accent">{say("demo")}</Badge>}
      <Button kind="quiet" onClick={onChange}>
        {say("change")}
      </Button>
    </div>
  );
}
