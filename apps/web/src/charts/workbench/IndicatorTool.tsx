// Adds any indicator of the catalogue to a chart, with numbers that can be changed on the spot.
import { type FormEvent, useId, useState } from "react";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { AskedPart } from "../../ui/form/AskedPart";
import { Button } from "../../ui/form/Button";
import { Field } from "../../ui/form/Field";
import { chartWords } from "../chartWords";
import {
  type CatalogueIndicator,
  type ChosenIndicator,
  foundBy,
  optionOf,
  textOf,
  withDefaults,
} from "./indicatorText";
import { Chip, Tool } from "./Tools";

interface IndicatorToolProps {
  chosen: readonly ChosenIndicator[];
  onChange: (chosen: readonly ChosenIndicator[]) => void;
}

export function IndicatorTool(props: IndicatorToolProps) {
  const say = useWords(chartWords);
  return (
    <Tool label={say("indicators")} count={props.chosen.length}>
      <Inside {...props} />
    </Tool>
  );
}

function Inside({ chosen, onChange }: IndicatorToolProps) {
  const { client } = useApi();
  const { language } = useLanguage();
  const catalogue = useAsked(`catalogue ${language}`, (signal) =>
    unwrap(
      client.GET("/api/v1/strategies/indicators", { params: { query: { language } }, signal }),
    ),
  );
  return (
    <AskedPart of={catalogue}>
      {({ indicators }) => (
        <>
          <Finder catalogue={indicators} onAdd={(each) => onChange([...chosen, each])} />
          <ul className="flex flex-wrap gap-2">
            {chosen.map((each, at) => (
              <Chosen
                // eslint-disable-next-line react/no-array-index-key -- its numbers change while it stays in its place
                key={at}
                indicator={each}
                entry={indicators.find(({ name }) => name === each.type)}
                onChange={(next) => onChange(chosen.with(at, next))}
                onRemove={() => onChange(chosen.toSpliced(at, 1))}
              />
            ))}
          </ul>
        </>
      )}
    </AskedPart>
  );
}

interface FinderProps {
  catalogue: readonly CatalogueIndicator[];
  onAdd: (indicator: ChosenIndicator) => void;
}

function Finder({ catalogue, onAdd }: FinderProps) {
  const say = useWords(chartWords);
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [isUnknown, setUnknown] = useState(false);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const found = foundBy(typed, catalogue);
    setUnknown(found === null);
    if (found === null) return;
    onAdd(withDefaults(found));
    setTyped("");
  };
  return (
    <form onSubmit={add} className="flex max-w-lg items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field
          label={say("indicator_find")}
          placeholder={say("indicator_hint")}
          list={listId}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={isUnknown ? say("indicator_unknown") : undefined}
          data-testid="indicator-find"
        />
        <datalist id={listId}>
          {catalogue.map((each) => (
            <option key={each.name} value={optionOf(each)}>
              {each.category_label}
            </option>
          ))}
        </datalist>
      </div>
      <Button type="submit" kind="quiet">
        {say("indicator_add")}
      </Button>
    </form>
  );
}

interface ChosenProps {
  indicator: ChosenIndicator;
  entry: CatalogueIndicator | undefined;
  onChange: (next: ChosenIndicator) => void;
  onRemove: () => void;
}

function Chosen({ indicator, entry, onChange, onRemove }: ChosenProps) {
  const say = useWords(chartWords);
  const name = entry?.label ?? textOf(indicator);
  const numbers = entry?.parameters.filter(({ kind }) => kind === "int" || kind === "float") ?? [];
  return (
    <Chip label={say("indicator_remove", { name })} onRemove={onRemove}>
      {name}
      {indicator.timeframe && <span className="text-soft">{indicator.timeframe}</span>}
      {numbers.map((parameter) => (
        <input
          key={parameter.name}
          type="number"
          aria-label={say("indicator_parameter", { name, parameter: parameter.name })}
          title={parameter.name}
          defaultValue={indicator.params[parameter.name] ?? parameter.default}
          min={parameter.minimum ?? undefined}
          max={parameter.maximum ?? undefined}
          step={parameter.kind === "int" ? 1 : "any"}
          onChange={({ target }) => {
            if (target.value !== "" && target.validity.valid)
              onChange({
                ...indicator,
                params: { ...indicator.params, [parameter.name]: target.valueAsNumber },
              });
          }}
          className="w-18 rounded border border-line-strong bg-surface px-2 py-1 text-ink tabular-nums"
        />
      ))}
    </Chip>
  );
}
