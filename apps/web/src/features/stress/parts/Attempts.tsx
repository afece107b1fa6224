// Every finished test of the same rules beside the verdict, and the joint verdict that deployment goes by.
import type { components } from "../../../contracts/api";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { type Column, Table } from "../../../ui/Table";
import { VerdictMark } from "../VerdictMark";
import { words } from "../words";

type Attempt = components["schemas"]["AttemptOut"];
type Ruling = components["schemas"]["Ruling"];

export function Attempts({ attempts, joint }: { attempts: Attempt[]; joint: Ruling | null }) {
  const say = useWords(words);
  const format = useFormat();
  const columns: Column<Attempt>[] = [
    { name: "at", head: say("attempt_at"), cell: (each) => format.dateTime(each.created_at) },
    { name: "verdict", head: say("result"), cell: verdictCell },
    {
      name: "seed",
      head: say("seed"),
      cell: (each) => say(each.is_own_seed ? "seed_own" : "seed_asked", { seed: each.seed }),
    },
    {
      name: "declared",
      head: say("attempt_declared"),
      cell: (each) => format.number(each.declared_trials, 0),
      isFigure: true,
    },
    {
      name: "trials",
      head: say("attempt_trials"),
      cell: (each) => format.number(each.trials, 0),
      isFigure: true,
    },
    {
      name: "counts",
      head: say("attempt_counts"),
      cell: (each) => say(each.counts ? "attempt_yes" : "attempt_no"),
    },
  ];
  return (
    <div className="space-y-3" data-testid="attempts">
      {joint !== null && (
        <p className="flex flex-wrap items-center gap-2">
          {say("joint")} <VerdictMark ruling={joint} />
        </p>
      )}
      <p className="text-sm text-soft">{say("attempts_text")}</p>
      <Table
        label={say("attempts_table")}
        columns={columns}
        rows={attempts}
        keyOf={(each) => each.stress_report_id}
      />
    </div>
  );
}

function verdictCell(attempt: Attempt) {
  return <VerdictMark ruling={attempt.verdict} />;
}
