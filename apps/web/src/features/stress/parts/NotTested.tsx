// What this test says nothing about, and why; what no such test can say comes last.
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import type { StressReport } from "../report";
import { words } from "../words";

export function NotTested({ report }: { report: StressReport }) {
  const { language } = useLanguage();
  const say = useWords(words);
  const { gaps } = report.verdict.words[language];
  return (
    <>
      {gaps.length === 0 ? (
        <p>{say("all_tested")}</p>
      ) : (
        <ul className="list-disc space-y-1.5 pl-5">
          {gaps.map((line) => (
            <li key={line} className="break-words">
              {line}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-sm text-soft">{say("beyond")}</p>
    </>
  );
}
