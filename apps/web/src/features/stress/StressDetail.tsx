// One stress test: its progress while it runs, then the report with the verdict first.
import { Link, useLocation } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Asked } from "../../ui/form/Asked";
import { LinkButton } from "../../ui/form/LinkButton";
import { DetailPage } from "./DetailPage";
import { Exports } from "./Exports";
import { ReportParts } from "./ReportParts";
import type { StressTest } from "./report";
import { isUnderWay } from "./underWay";
import { type TestWithReport, useStressTest } from "./useStressTest";
import { words } from "./words";

export default function StressDetail({ id }: { id: string }) {
  const asking = useStressTest(id);
  return <Asked of={asking}>{(found) => <Shown {...found} onEnd={asking.again} />}</Asked>;
}

function Shown({ test, report, onEnd }: TestWithReport & { onEnd: () => void }) {
  const api = useApi();
  const say = useWords(words);
  const [, go] = useLocation();
  const remove = async () => {
    const params = { path: { stress_id: test.id } };
    await unwrap(api.client.DELETE("/api/v1/stress/{stress_id}", { params }));
    go("/stress", { replace: true });
  };
  return (
    <DetailPage
      of={test}
      say={say}
      text={<Subject test={test} />}
      back={{ href: "/stress", label: say("back") }}
      actions={report && <Exports id={test.id} />}
      isDemo={report?.is_demo ?? false}
      report={report && <ReportParts test={test} report={report} />}
      ways={
        test.strategy_id !== null &&
        !isUnderWay(test) && (
          <LinkButton href={`/stress/new?strategy_id=${test.strategy_id}`}>
            {say("again")}
          </LinkButton>
        )
      }
      onEnd={onEnd}
      remove={remove}
    />
  );
}

function Subject({ test }: { test: StressTest }) {
  const say = useWords(words);
  const format = useFormat();
  const facts = [
    test.version !== null && say("version", { version: test.version }),
    test.tickers.join(", "),
    test.timeframe,
    test.trials !== null && say("trials", { count: format.number(test.trials, 0) }),
    say("started", { when: format.dateTime(test.created_at) }),
  ];
  return (
    <>
      {facts.filter(Boolean).join(" · ")}
      {test.strategy_id !== null && (
        <>
          {" · "}
          <Link
            href={`/strategies/${test.strategy_id}`}
            className="text-accent underline underline-offset-4"
          >
            {say("open_strategy")}
          </Link>
        </>
      )}
    </>
  );
}
