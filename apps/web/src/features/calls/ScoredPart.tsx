// The scores of a book with enough settled calls: the reliability plot, baselines, groups, the debate's worth.
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Disclosure } from "../../ui/Disclosure";
import { type Column, Table } from "../../ui/Table";
import { marketPhrase } from "../symbols/instrument";
import { words as symbolWords } from "../symbols/words";
import { ReliabilityPlot } from "./ReliabilityPlot";
import { type Bin, type Group, isScored, type ScoreReport, type Scores } from "./types";
import { phraseOf, words } from "./words";

export default function ScoredPart({ scores, report }: { scores: Scores; report: ScoreReport }) {
  const say = useWords(words);
  return (
    <div className="space-y-5">
      <ReliabilityPlot scores={scores} />
      <Disclosure summary={say("bins")}>
        <Bins bins={scores.equal_count} />
      </Disclosure>
      <Disclosure summary={say("baselines")}>
        <Baselines scores={scores} />
      </Disclosure>
      <Disclosure summary={say("groups")}>
        <Groups report={report} />
      </Disclosure>
      <Disclosure summary={say("debate")}>
        <Debate debate={report.debate} />
      </Disclosure>
    </div>
  );
}

function Bins({ bins }: { bins: Bin[] }) {
  const say = useWords(words);
  const { percent, number } = useFormat();
  const columns: Column<Bin>[] = [
    { name: "said", head: say("bin_said"), cell: (bin) => percent(bin.said), isFigure: true },
    { name: "came", head: say("bin_came"), cell: (bin) => percent(bin.came.value), isFigure: true },
    {
      name: "interval",
      head: say("bin_interval"),
      cell: ({ came }) => `${percent(came.low)} – ${percent(came.high)}`,
      isFigure: true,
    },
    { name: "count", head: say("bin_count"), cell: (bin) => number(bin.count, 0), isFigure: true },
  ];
  return (
    <Table
      label={say("bins")}
      columns={columns}
      rows={bins}
      keyOf={(bin) => `${bin.low} ${bin.said}`}
    />
  );
}

type Baseline = Scores["baselines"][number];

function Baselines({ scores }: { scores: Scores }) {
  const say = useWords(words);
  const { number, signedPercent } = useFormat();
  const columns: Column<Baseline>[] = [
    {
      name: "rule",
      head: say("baseline"),
      cell: ({ name }) => {
        const phrase = phraseOf("baseline", name);
        return phrase ? say(phrase) : name;
      },
    },
    {
      name: "brier",
      head: say("baseline_brier"),
      cell: (row) => number(row.brier, 3),
      isFigure: true,
    },
    {
      name: "skill",
      head: say("baseline_skill"),
      cell: ({ skill }) =>
        say("skill", {
          value: signedPercent(skill.value),
          low: signedPercent(skill.low),
          high: signedPercent(skill.high),
        }),
      isFigure: true,
    },
  ];
  return (
    <Table
      label={say("baselines")}
      columns={columns}
      rows={scores.baselines}
      keyOf={({ name }) => name}
    />
  );
}

function Groups({ report }: { report: ScoreReport }) {
  const say = useWords(words);
  const { number } = useFormat();
  const sayMarket = useWords(symbolWords);
  const nameOf = (name: string) => {
    const phrase = phraseOf("engine", name) ?? phraseOf("group", name);
    const market = marketPhrase(name);
    return phrase ? say(phrase) : market ? sayMarket(market) : name;
  };
  const rows = [report.by_engine, report.by_horizon, report.by_market].flatMap(
    Object.entries<Group>,
  );
  const columns: Column<[string, Group]>[] = [
    { name: "group", head: say("group"), cell: ([name]) => nameOf(name) },
    {
      name: "settled",
      head: say("group_settled"),
      cell: ([, group]) => number(group.settled, 0),
      isFigure: true,
    },
    {
      name: "score",
      head: say("scores"),
      cell: ([, group]) =>
        isScored(group)
          ? say("group_scored", { brier: number(group.brier.value, 3) })
          : say("group_few", { settled: group.settled, needed: group.needed }),
    },
  ];
  return <Table label={say("groups")} columns={columns} rows={rows} keyOf={([name]) => name} />;
}

function Debate({ debate }: { debate: ScoreReport["debate"] }) {
  const say = useWords(words);
  const { number } = useFormat();
  if (!("debate" in debate))
    return <p>{say("debate_few", { settled: debate.settled, needed: debate.needed })}</p>;
  const { value, low, high } = debate.debate.change;
  const values = { value: number(value, 4), low: number(low, 4), high: number(high, 4) };
  return <p>{say("debate_change", values)}</p>;
}
