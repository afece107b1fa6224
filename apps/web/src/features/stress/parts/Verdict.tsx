// The verdict first: the word, why in plain words, what could change, and every check with its limit.
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Disclosure } from "../../../ui/Disclosure";
import { type Column, Table } from "../../../ui/Table";
import type { Reason, StressReport } from "../report";
import { VerdictMark, VerdictShape } from "../VerdictMark";
import { words } from "../words";

export function Verdict({ report, isBrief = false }: { report: StressReport; isBrief?: boolean }) {
  const { language } = useLanguage();
  const { verdict } = report;
  return (
    <div data-testid="stress-verdict">
      <div className="flex flex-wrap items-center gap-3">
        <VerdictMark ruling={verdict.ruling} isLarge={!isBrief} />
        <p className="min-w-0 flex-1 basis-60 text-pretty">{verdict.words[language].told}</p>
      </div>
      <Reasons reasons={verdict.reasons} isBrief={isBrief} />
      {!isBrief && (
        <div className="mt-4">
          <Checks reasons={verdict.reasons} />
        </div>
      )}
    </div>
  );
}

function Reasons({ reasons, isBrief }: { reasons: Reason[]; isBrief: boolean }) {
  const { language } = useLanguage();
  const say = useWords(words);
  const broken = reasons.filter((reason) => reason.ruling !== "pass");
  if (broken.length === 0) return null;
  return (
    <ul aria-label={say("broke")} className="mt-4 space-y-3">
      {broken.map((reason) => {
        const check = reason.words[language];
        return (
          <li key={`${reason.code} ${reason.subject}`} className="flex gap-2.5">
            <VerdictShape
              ruling={reason.ruling}
              className={`mt-0.5 size-5 ${reason.ruling === "reject" ? "text-danger" : "text-accent"}`}
            />
            <span className="min-w-0">
              <span className="sr-only">{check.says}: </span>
              {check.told}
              {!isBrief && check.change && (
                <span className="block text-sm text-soft">
                  {say("could_change", { change: check.change })}
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Checks({ reasons }: { reasons: Reason[] }) {
  const { language } = useLanguage();
  const say = useWords(words);
  const title = say("checks", { count: reasons.length });
  const columns: Column<Reason>[] = [
    { name: "check", head: say("check"), cell: (each) => each.words[language].label },
    {
      name: "result",
      head: say("result"),
      cell: ruled,
    },
    {
      name: "measured",
      head: say("measured"),
      cell: (each) => each.words[language].measured,
      isFigure: true,
    },
    {
      name: "limit",
      head: say("limit"),
      cell: (each) => each.words[language].limit,
      isFigure: true,
    },
    { name: "source", head: say("source"), cell: (each) => each.words[language].source },
  ];
  return (
    <Disclosure summary={title}>
      <Table
        label={title}
        columns={columns}
        rows={reasons}
        keyOf={(each) => `${each.code} ${each.subject}`}
      />
    </Disclosure>
  );
}

function ruled({ ruling }: Reason) {
  return <VerdictMark ruling={ruling} />;
}
