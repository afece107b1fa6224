// One optimisation: what was searched, what was found, and how much of it may be luck.
import { Link, useLocation } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { useWords } from "../../../i18n/words";
import { Asked } from "../../../ui/form/Asked";
import { DetailPage } from "../DetailPage";
import { Found } from "./Found";
import { type Optimisation, type OptimisationReport, readReport } from "./report";
import { Searched } from "./Searched";
import { useOptimisationLine } from "./useOptimisationLine";
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
  const api = useApi();
  const say = useWords(words);
  const [, go] = useLocation();
  const remove = async () => {
    const params = { path: { optimisation_id: of.id } };
    await unwrap(api.client.DELETE("/api/v1/stress/optimisations/{optimisation_id}", { params }));
    go("/stress/optimisations", { replace: true });
  };
  return (
    <DetailPage
      of={of}
      say={say}
      text={useOptimisationLine(of)}
      back={{ href: "/stress/optimisations", label: say("back_list") }}
      isDemo={report?.is_demo ?? false}
      report={
        report && (
          <div className="space-y-4">
            <Found report={report} />
            <Searched report={report} />
          </div>
        )
      }
      ways={
        of.strategy_id !== null && (
          <Link
            href={`/strategies/${of.strategy_id}`}
            className="font-medium text-accent underline underline-offset-4"
          >
            {say("open_strategy")}
          </Link>
        )
      }
      onEnd={onEnd}
      remove={remove}
    />
  );
}
