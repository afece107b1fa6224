// What is held, and what it has made so far at the broker's prices.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { type Column, Table } from "../../../ui/Table";
import { Signed } from "../Signed";
import type { Position } from "../trading";
import { useOnBeat } from "../useLive";
import { BookPanel } from "./BookPanel";
import { bookWords } from "./bookWords";
import { type Performance, ProfitMetrics } from "./ProfitMetrics";
import type { BookOf } from "./useBook";

const EVERY_MS = 20_000;

export function PositionsPanel({ of }: { of: BookOf }) {
  const say = useWords(bookWords);
  const { client } = useApi();
  const params = { path: { deployment_id: of.id } };
  const positions = useAsked(
    `positions:${of.id}`,
    async (signal) => {
      const answer = client.GET("/api/v1/deployments/{deployment_id}/positions", {
        params,
        signal,
      });
      return (await unwrap(answer)).positions;
    },
    { every: EVERY_MS },
  );
  const performance = useAsked(
    `performance:${of.id}`,
    (signal) =>
      unwrap(client.GET("/api/v1/deployments/{deployment_id}/performance", { params, signal })),
    { every: EVERY_MS },
  );
  useOnBeat(of.beat, positions.again);
  useOnBeat(of.beat, performance.again);
  const now = performance.asked.status === "there" ? performance.asked.value : null;
  const columns = useColumns(now);
  return (
    <BookPanel title={say("positions")} none={null} asking={positions}>
      {(rows) => (
        <div data-testid="positions-table">
          {rows.length === 0 ? (
            <p className="text-soft">{say("positions_none")}</p>
          ) : (
            <Table
              label={say("table", { name: say("positions") })}
              columns={columns}
              rows={rows}
              keyOf={({ symbol }) => symbol}
            />
          )}
          <ProfitMetrics asked={performance.asked} />
        </div>
      )}
    </BookPanel>
  );
}

function useColumns(now: Performance | null): Column<Position>[] {
  const say = useWords(bookWords);
  const format = useFormat();
  const open = (symbol: string) => now?.positions.find((each) => each.symbol === symbol) ?? null;
  return [
    { name: "symbol", head: say("symbol"), cell: ({ symbol }) => symbol },
    { name: "side", head: say("side"), cell: ({ quantity }) => say(directionOf(quantity)) },
    { name: "since", head: say("held_since"), cell: ({ since }) => format.dateTime(since) },
    {
      name: "quantity",
      head: say("quantity"),
      isFigure: true,
      cell: ({ quantity, at_broker }) => (
        <>
          {format.number(quantity, 6)}
          {at_broker !== null && (
            <span className="block text-danger">
              {say("at_broker")}: {format.number(at_broker, 6)}
            </span>
          )}
        </>
      ),
    },
    {
      name: "average",
      head: say("average"),
      isFigure: true,
      cell: ({ average_price }) => format.number(average_price, 4),
    },
    {
      name: "mark",
      head: say("mark"),
      isFigure: true,
      cell: ({ symbol }) => format.number(open(symbol)?.mark, 4),
    },
    {
      name: "open_profit",
      head: say("open_profit"),
      isFigure: true,
      cell: ({ symbol }) => <Signed value={open(symbol)?.profit ?? null} />,
    },
    {
      name: "realised",
      head: say("realised"),
      isFigure: true,
      cell: ({ realised }) => <Signed value={realised} />,
    },
  ];
}

function directionOf(quantity: string): "long" | "short" | "flat" {
  const shares = Number(quantity);
  if (shares === 0) return "flat";
  return shares > 0 ? "long" : "short";
}
