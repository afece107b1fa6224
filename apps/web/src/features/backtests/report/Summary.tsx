// What the server says of a result: its warnings; and its sentences, with its notes on the data.
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Icon } from "../../../ui/Icon";
import { Panel } from "../../../ui/Panel";
import type { Headline } from "./report";
import { type ReportWords, reportWords } from "./reportWords";

export function Summary({ headline }: { headline: Headline }) {
  const say = useWords(reportWords);
  const { language } = useLanguage();
  const sentences = [...headline.summary[language], ...headline.notes[language]];
  return (
    <Panel title={say("summary")}>
      <ul className="list-disc space-y-1.5 pl-5 text-pretty">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Panel>
  );
}

/** A code that this page does not know is shown as it is: a warning is never left out. */
export function Warnings({ codes }: { codes: readonly string[] }) {
  const say = useWords(reportWords);
  if (codes.length === 0) return null;
  return (
    <div className="mb-4 flex gap-3 rounded-md border border-danger bg-danger-soft p-3 text-danger">
      <Icon name="warning" className="mt-0.5 size-5" />
      <div>
        <p className="font-medium">{say("warnings")}</p>
        {codes.map((code) => (
          <p key={code}>{isKnown(code) ? say(`warning.${code}`) : code}</p>
        ))}
      </div>
    </div>
  );
}

type Warning = {
  [K in keyof ReportWords]: K extends `warning.${infer Code}` ? Code : never;
}[keyof ReportWords];

function isKnown(code: string): code is Warning {
  return Object.hasOwn(reportWords.zh, `warning.${code}`);
}
