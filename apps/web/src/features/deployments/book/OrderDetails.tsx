// The whole story of one order: what it was decided on, when it was sent, and each step since.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { UNKNOWN, useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { MetricGrid } from "../MetricGrid";
import type { Order, OrderDetail } from "../trading";
import { bookWords } from "./bookWords";
import { statusOf, whyOf } from "./inWords";

export function OrderDetails({ deploymentId, order }: { deploymentId: string; order: Order }) {
  const { client } = useApi();
  const path = { deployment_id: deploymentId, client_order_id: order.client_order_id };
  const asking = useAsked(`order:${order.client_order_id}:${order.updated_at}`, (signal) =>
    unwrap(
      client.GET("/api/v1/deployments/{deployment_id}/orders/{client_order_id}", {
        params: { path },
        signal,
      }),
    ),
  );
  return <AskedPart of={asking}>{(detail) => <DetailsBody order={detail} />}</AskedPart>;
}

function DetailsBody({ order }: { order: OrderDetail }) {
  const say = useWords(bookWords);
  const format = useFormat();
  return (
    <section aria-label={say("story_title", { number: order.number })} data-testid="order-story">
      <h3 className="mb-2 font-medium">{say("story_title", { number: order.number })}</h3>
      <MetricGrid
        metrics={[
          { name: say("order_id"), value: <Code>{order.client_order_id}</Code> },
          { name: say("broker_id"), value: <Code>{order.broker_order_id || UNKNOWN}</Code> },
          { name: say("reason"), value: whyOf(order.reason, say) },
          { name: say("bar"), value: format.dateTime(order.bar) },
          { name: say("reference"), value: format.number(order.reference_price, 4) },
          { name: say("sent"), value: format.dateTime(order.sent_at) },
          { name: say("tries"), value: format.number(order.tries, 0) },
          { name: say("costs"), value: format.money(order.costs) },
        ]}
      />
      <ol className="mt-4 space-y-2 border-l-2 border-line-strong pl-4">
        {order.history.map((step) => (
          <li key={step.number}>
            <span className="font-medium">{statusOf(step.status, say)}</span>{" "}
            <span className="text-soft">
              {format.dateTime(step.at)} · {say("filled")} {format.number(step.filled, 6)}
              {step.why && (
                <>
                  {" · "}
                  {whyOf(step.why, say)}
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Code({ children }: { children: string }) {
  return <span className="text-xs break-all">{children}</span>;
}
