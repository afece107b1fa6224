// Which experts to ask, each with a line about what it does.
import { useWords } from "../../../i18n/words";
import { EXPERTS, type Expert } from "../experts";
import { words } from "../words";

interface ExpertChoiceProps {
  chosen: readonly Expert[];
  onChoose: (experts: Expert[]) => void;
}

export function ExpertChoice({ chosen, onChoose }: ExpertChoiceProps) {
  const say = useWords(words);
  const toggle = (expert: Expert) =>
    onChoose(EXPERTS.filter((each) => chosen.includes(each) !== (each === expert)));
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{say("experts")}</legend>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {EXPERTS.map((expert) => (
          <label
            key={expert}
            className="grid min-h-10 cursor-pointer content-start grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-md border border-line p-3 has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="checkbox"
              checked={chosen.includes(expert)}
              onChange={() => toggle(expert)}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span className="font-medium">{say(expert)}</span>
            <span className="col-start-2 text-sm text-soft">{say(`${expert}_does`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
