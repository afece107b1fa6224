// One stress test: its progress while it runs, then the report with the verdict first.
import { Link, useLocation } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Asked } from "../../ui/Asked";
import { Badge } from "../../ui/Badge";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { useTitle } from "../../ui/useTitle";
import { Deletion } from "./Deletion";
import { Exports } from "./Exports";
import { LinkButton } from "../../ui/LinkButton";
import { ReportParts } from "./ReportParts";
import type { StressTest } from "./report";
import { Unfinished } from "./Unfinished";
import { type TestWithReport, useStressTest } from "./useStressTest";
import { words } from "./words";

export default function StressDetail({ id }: { id: string }) {
  const asking = useStressTest(id);
  return <Asked of={asking}>{(found) => <Shown {...found} onEnd={asking.again} />}</Asked>;
}

function Shown({ test, report, onEnd }: TestWithReport & { onEnd: () => void }) {
  const say = useWords(words);
  useTitle(test.name);
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHead
        title={test.name}
        text={<Subject test={test} />}
        back={{ href: "/stress", label: say("back") }}
        actions={report && <Exports id={test.id} />}
      />
      {report === null ? (
        <Panel>
          <Unfinished test={test} onEnd={onEnd} />
        </Panel>
      ) : (
        <>
          {report.is_demo && (
            <p className="mb-4">
              <Badge tone="accent">{say("demo")}</Badge>
            </p>
          )}
          <ReportParts test={test} report={report} />
        </>
      )}
      <Foot test={test} />
    </div>
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

function Foot({ test }: { test: StressTest }) {
  const api = useApi();
  const say = useWords(words);
  const [, go] = useLocation();
  const remove = async () => {
    const params = { path: { stress_id: test.id } };
    await unwrap(api.client.DELETE("/api/v1/stress/{stress_id}", { params }));
    go("/stress", { replace: true });
  };
  const hasEnded = test.status !== "pending" && test.status !== "running";
  return (
    <div className="mt-6 flex flex-wrap gap-2">
      {test.strategy_id !== null && hasEnded && (
        <LinkButton href={`/stress/new?strategy_id=${test.strategy_id}`} kind="quiet">
          {say("again")}
        </LinkButton>
      )}
      {hasEnded && (
        <Deletion
          label={say("delete")}
          title={say("delete_title")}
          text={say("delete_text")}
          act={remove}
        />
      )}
    </div>
  );
}
