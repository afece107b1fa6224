// Up to six backtests side by side: their curves from a common start, and their figures.
import { Link, useSearch } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import type { components } from "../../../contracts/api";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { LinkButton } from "../../../ui/form/LinkButton";
import { LinesFigure } from "../../../ui/lines/LinesFigure";
import { normalised } from "../../../ui/lines/scales";
import { PageHead } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { type Column, Table } from "../../../ui/Table";
import { useTitle } from "../../../ui/useTitle";
import { type Backtest, type Figures, headlineOf } from "../report/report";
import { comparedIn, FEWEST_COMPARED } from "./chosen";
import { words } from "./words";

type Curve = components["schemas"]["CurveOut"];

interface Compared {
  backtest: Backtest;
  figures: Figures;
  curve: Curve;
  label: string;
}

export default function ComparePage() {
  const say = useWords(words);
  const ids = comparedIn(useSearch());
  useTitle(say("title"));
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHead
        back={{ href: "/backtests", label: say("back") }}
        title={say("title")}
        text={say("text")}
      />
      {ids.length < FEWEST_COMPARED ? (
        <>
          <p className="mb-4">{say("none")}</p>
          <LinkButton href="/backtests">{say("back")}</LinkButton>
        </>
      ) : (
        <Comparison key={ids.join()} ids={ids} />
      )}
    </div>
  );
}

function Comparison({ ids }: { ids: readonly string[] }) {
  const { client } = useApi();
  const asking = useAsked(`compare/${ids.join()}`, (signal) =>
    Promise.all(
      ids.map(async (id) => {
        const path = { backtest_id: id };
        const [backtest, curve] = await Promise.all([
          unwrap(client.GET("/api/v1/backtests/{backtest_id}", { params: { path }, signal })),
          unwrap(
            client.GET("/api/v1/backtests/{backtest_id}/equity", {
              params: { path, query: { points: 500 } },
              signal,
            }),
          ),
        ]);
        return { backtest, curve };
      }),
    ),
  );
  return <AskedPart of={asking}>{(found) => <Found found={found} />}</AskedPart>;
}

function Found({ found }: { found: readonly { backtest: Backtest; curve: Curve }[] }) {
  const say = useWords(words);
  const format = useFormat();
  const compared: Compared[] = found.flatMap(({ backtest, curve }, index) => {
    const figures = headlineOf(backtest)?.figures;
    const version =
      backtest.version === null ? say("draft") : say("version", { version: backtest.version });
    const label = `${index + 1}. ${backtest.name} (${backtest.tickers.join(", ")}, ${version})`;
    return figures ? [{ backtest, curve, figures, label }] : [];
  });
  const summary = compared.map(
    ({ label, figures }) => `${label} ${format.signedPercent(figures.total_return)}`,
  );
  const periods = new Set(
    compared.map(
      ({ curve }) => `${curve.time[0]?.slice(0, 10)} ${curve.time.at(-1)?.slice(0, 10)}`,
    ),
  );
  return (
    <div className="space-y-4" data-testid="comparison">
      <Panel>
        <LinesFigure
          title={say("equity")}
          summary={say("summary", { figures: summary.join("; ") })}
          lines={compared.map(({ label, curve }, look) => ({
            name: label,
            time: curve.time,
            value: normalised(curve.equity),
            look,
          }))}
          format={format.signedPercent}
          formatDate={format.date}
          height={320}
        />
        {periods.size > 1 && <p className="mt-2 text-sm text-soft">{say("periods")}</p>}
      </Panel>
      <Panel>
        <FigureTable compared={compared} />
      </Panel>
    </div>
  );
}

function FigureTable({ compared }: { compared: readonly Compared[] }) {
  const say = useWords(words);
  const format = useFormat();
  const columns: Column<Compared>[] = [
    {
      name: "name",
      head: say("name"),
      cell: nameCell,
    },
    figure("total_return", say("total_return"), (of) => format.signedPercent(of.total_return)),
    figure("hold", say("hold"), (of) => format.signedPercent(of.benchmark_return)),
    figure("cagr", say("cagr"), (of) => format.signedPercent(of.cagr, 2)),
    figure("max_drawdown", say("max_drawdown"), (of) => format.percent(of.max_drawdown)),
    figure("sharpe", say("sharpe"), (of) => format.number(of.sharpe?.value)),
    figure("volatility", say("volatility"), (of) => format.percent(of.volatility)),
    figure("exposure", say("exposure"), (of) => format.percent(of.exposure)),
    figure("trades", say("trades"), (of) => format.number(of.trades, 0)),
    figure("win_rate", say("win_rate"), (of) => format.percent(of.win_rate)),
    figure("profit_factor", say("profit_factor"), (of) => format.number(of.profit_factor)),
  ];
  return (
    <Table
      label={say("table")}
      columns={columns}
      rows={compared}
      keyOf={({ backtest }) => backtest.id}
    />
  );
}

function figure(name: string, head: string, cell: (of: Figures) => string): Column<Compared> {
  return { name, head, cell: ({ figures }) => cell(figures), isFigure: true };
}

function nameCell(of: Compared) {
  return <NameCell of={of} />;
}

function NameCell({ of: { backtest, label, curve } }: { of: Compared }) {
  const format = useFormat();
  return (
    <span className="block min-w-52">
      <Link
        href={`/backtests/${backtest.id}`}
        className="text-accent underline-offset-4 hover:underline"
      >
        {label}
      </Link>
      <span className="block text-soft">
        {format.date(curve.time[0])} – {format.date(curve.time.at(-1))}
      </span>
    </span>
  );
}
