// One optimisation: what was searched, what was found, and how much of it may be luck.
import { Link, useLocation } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Asked } from "../../../ui/Asked";
import { Badge } from "../../../ui/Badge";
import { PageHead } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { useTitle } from "../../../ui/useTitle";
import { JobProgress } from "../../jobs/JobProgress";
import { Deletion } from "../Deletion";
import { Found } from "./Found";
import { type Optimisation, type OptimisationReport, readReport } from "./report";
import { Searched } from "./Searched";
import { words } from "./words";

export default function OptimisationDetail({ id }: { id: string }) {
  const api = useApi();
  const asking = useAsked(`optimisation ${id}`, async (signal) => {
    const params = { path: { optimisation_id: id } };
    const of = await unwrap(
      api.client.GET("/api/v1/stress/optimisations/{optimisation_id}", { params, signal }),
    );
    if (of.status !== "done") return { of, report: null };
    const answer = await unwrap(
      api.client.GET("/api/v1/stress/optimisations/{optimisation_id}/report", { params, signal }),
    );
    return { of, report: readReport(answer) };
  });
  return <Asked of={asking}>{(found) => <Shown {...found} onEnd={asking.again} />}</Asked>;
}

interface ShownProps {
  of: Optimisation;
  report: OptimisationReport | null;
  onEnd: () => void;
}

function Shown({ of, report, onEnd }: ShownProps) {
  const say = useWords(words);
  useTitle(of.name);
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHead
        title={of.name}
        text={<Subject of={of} />}
        back={{ href: "/stress/optimisations", label: say("back_list") }}
      />
      {report?.is_demo && (
        <p className="mb-4">
          <Badge tone="accent">{say("demo")}</Badge>
        </p>
      )}
      {report === null ? (
        <Panel>
          <Unfinished of={of} onEnd={onEnd} />
        </Panel>
      ) : (
        <div className="space-y-4">
          <Found report={report} />
          <Searched report={report} />
        </div>
      )}
      <Foot of={of} />
    </div>
  );
}

function Subject({ of }: { of: Optimisation }) {
  const say = useWords(words);
  const format = useFormat();
  const facts = [
    of.version !== null && say("version", { version: of.version }),
    say("goals", { goals: of.goals.map((goal) => say(`goal_${goal}`)).join(", ") }),
    say("lineage_trials", { count: format.number(of.trials, 0) }),
    format.dateTime(of.created_at),
  ];
  return <>{facts.filter(Boolean).join(" · ")}</>;
}

function Unfinished({ of, onEnd }: { of: Optimisation; onEnd: () => void }) {
  const say = useWords(words);
  if (of.status === "failed") {
    return (
      <div role="alert">
        <p className="font-medium">{say("failed")}</p>
        {of.error && <p className="mt-1 break-words text-danger">{of.error}</p>}
        <p className="mt-1 text-soft">{say("failed_what")}</p>
      </div>
    );
  }
  if (of.status === "cancelled" || of.job_id === null) return <p>{say("cancelled")}</p>;
  return (
    <>
      <p className="mb-2 font-medium">{say("running")}</p>
      <JobProgress jobId={of.job_id} onEnd={onEnd} />
    </>
  );
}

function Foot({ of }: { of: Optimisation }) {
  const api = useApi();
  const say = useWords(words);
  const [, go] = useLocation();
  const remove = async () => {
    const params = { path: { optimisation_id: of.id } };
    await unwrap(api.client.DELETE("/api/v1/stress/optimisations/{optimisation_id}", { params }));
    go("/stress/optimisations", { replace: true });
  };
  const hasEnded = of.status !== "pending" && of.status !== "running";
  return (
    <div className="mt-6 flex flex-wrap items-center gap-4">
      {of.strategy_id !== null && (
        <Link
          href={`/strategies/${of.strategy_id}`}
          className="font-medium text-accent underline underline-offset-4"
        >
          {say("open_strategy")}
        </Link>
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
