// The risk limits in force with who set them, and the orders that were blocked.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import { type Column, Table } from "../../../ui/Table";
import type { Limit, Order } from "../trading";
import type { Pages } from "../../../ui/usePages";
import { bookWords } from "./bookWords";
import { clauseOf, mostOf, sideOf, whyOf } from "./inWords";

export function LimitsPanel({ limits, orders }: { limits: Limit[]; orders: Pages<Order> }) {
  const say = useWords(bookWords);
  const format = useFormat();
  const columns: Column<Limit>[] = [
    { name: "name", head: say("limit_name"), cell: ({ name }) => say(name) },
    {
      name: "most",
      head: say("most"),
      isFigure: true,
      cell: (limit) => mostOf(limit, say, format),
    },
    {
      name: "clause",
      head: say("set_by"),
      cell: ({ clause, flattens }) =>
        clauseOf(clause, say) + (flattens ? ` (${say("flattens")})` : ""),
    },
  ];
  return (
    <Panel title={say("limits")}>
      <p className="mb-2 text-sm text-soft">{say("limits_text")}</p>
      <Table
        label={say("table", { name: say("limits") })}
        columns={columns}
        rows={limits}
        keyOf={({ name }) => name}
      />
      <Stopped orders={orders} />
    </Panel>
  );
}

function Stopped({ orders }: { orders: Pages<Order> }) {
  const say = useWords(bookWords);
  const format = useFormat();
  const { asked } = orders.asking;
  if (asked.status !== "there") return null;
  const stopped = asked.value.filter(({ status }) => status === "blocked");
  return (
    <div className="mt-4 border-t border-line pt-4" data-testid="blocked-orders">
      <h3 className="mb-1 text-sm font-medium">{say("blocked_head")}</h3>
      {stopped.length === 0 ? (
        <p className="text-soft">{say("blocked_none")}</p>
      ) : (
        <ul className="space-y-1">
          {stopped.map((order) => (
            <li key={order.client_order_id}>
              <span className="font-mono">{order.symbol}</span> {sideOf(order, say)},{" "}
              {whyOf(order.why, say)}{" "}
              <span className="text-sm text-soft">{format.dateTime(order.created_at)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
