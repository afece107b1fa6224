// The orders of a deployment; each opens to its whole story.
import { Fragment, useState } from "react";
import { UNKNOWN, useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Icon } from "../../../ui/Icon";
import { MoreButton } from "../../../ui/form/MoreButton";
import type { DeploymentDetail, Order } from "../trading";
import type { Pages } from "../../../ui/usePages";
import { BookPanel } from "./BookPanel";
import { bookWords } from "./bookWords";
import { sideOf, statusOf, whyOf } from "./inWords";
import { OrderDetails } from "./OrderDetails";

interface OrdersPanelProps {
  deployment: DeploymentDetail;
  orders: Pages<Order>;
}

export function OrdersPanel({ deployment, orders }: OrdersPanelProps) {
  const say = useWords(bookWords);
  return (
    <BookPanel
      title={say("orders")}
      none={say("orders_none")}
      asking={orders.asking}
      isEmpty={(rows) => rows.length === 0}
    >
      {(rows) => (
        <>
          <OrdersTable deployment={deployment} rows={rows} />
          <MoreButton of={orders} />
        </>
      )}
    </BookPanel>
  );
}

const HEADS = ["story", "when", "symbol", "side", "status", "why"] as const;
const FIGURES = ["quantity", "price", "filled", "average"] as const;

interface OrdersTableProps {
  deployment: DeploymentDetail;
  rows: readonly Order[];
}

function OrdersTable({ deployment, rows }: OrdersTableProps) {
  const say = useWords(bookWords);
  const [opened, setOpened] = useState<string | null>(null);
  const turn = (id: string) => setOpened((old) => (old === id ? null : id));
  return (
    <div
      role="region"
      aria-label={say("table", { name: say("orders") })}
      tabIndex={0}
      className="overflow-x-auto"
      data-testid="orders-table"
    >
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line-strong text-left text-soft">
            {HEADS.map((head) => (
              <th key={head} scope="col" className="px-2 py-2 font-medium whitespace-nowrap">
                {say(head)}
              </th>
            ))}
            {FIGURES.map((head) => (
              <th key={head} scope="col" className="px-2 py-2 text-right font-medium">
                {say(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((order) => (
            <Fragment key={order.client_order_id}>
              <OrderRow
                order={order}
                at={(deployment.mode === "replay" && order.bar) || order.created_at}
                isOpen={opened === order.client_order_id}
                onTurn={() => turn(order.client_order_id)}
              />
              {opened === order.client_order_id && (
                <tr className="border-b border-line bg-well">
                  <td colSpan={HEADS.length + FIGURES.length} className="p-3">
                    <OrderDetails deploymentId={deployment.id} order={order} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface OrderRowProps {
  order: Order;
  /** When it was made; in a replay the bar that it was decided on. */
  at: string;
  isOpen: boolean;
  onTurn: () => void;
}

function OrderRow({ order, at, isOpen, onTurn }: OrderRowProps) {
  const say = useWords(bookWords);
  const format = useFormat();
  const named = { number: order.number, symbol: order.symbol };
  const figures = [
    order.quantity === null ? say("at_fill") : format.number(order.quantity, 6),
    order.price === null ? say(order.type) : `${say(order.type)} ${format.number(order.price, 4)}`,
    format.number(order.filled, 6),
    order.average_price === null ? UNKNOWN : format.number(order.average_price, 4),
  ];
  return (
    <tr className="border-b border-line hover:bg-well">
      <td className="px-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={say(isOpen ? "hide" : "show", named)}
          onClick={onTurn}
          className="inline-flex size-10 items-center justify-center rounded-md hover:bg-surface"
        >
          <Icon name="chevron" className={`size-4 ${isOpen ? "" : "-rotate-90"}`} />
        </button>
      </td>
      <td className="px-2 py-2 whitespace-nowrap">{format.dateTime(at)}</td>
      <td className="px-2 py-2 font-mono">{order.symbol}</td>
      <td className="px-2 py-2 whitespace-nowrap">{sideOf(order, say)}</td>
      <td className="px-2 py-2 whitespace-nowrap">{statusOf(order.status, say)}</td>
      <td className="min-w-40 px-2 py-2">{whyOf(reasonOf(order), say)}</td>
      {figures.map((figure, place) => (
        <td
          key={FIGURES[place]}
          className="px-2 py-2 text-right font-mono whitespace-nowrap tabular-nums"
        >
          {figure}
        </td>
      ))}
    </tr>
  );
}

/** Of one that was filled why it was made, of any other why it stands as it does. */
function reasonOf({ status, why, reason }: Order): string {
  return status === "filled" ? reason : why || reason;
}
