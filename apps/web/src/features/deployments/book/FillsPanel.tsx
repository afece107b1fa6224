// What changed hands, newest first.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { type Column, Table } from "../../../ui/Table";
import { MoreButton } from "../../../ui/form/MoreButton";
import { Signed } from "../Signed";
import type { Fill } from "../trading";
import { BookPanel } from "./BookPanel";
import { bookWords } from "./bookWords";
import { sideOf, whyOf } from "./inWords";
import { type BookOf, useBook } from "./useBook";

export function FillsPanel({ of }: { of: BookOf }) {
  const say = useWords(bookWords);
  const { client } = useApi();
  const fills = useBook<Fill>({
    name: "fills",
    of,
    ask: async (params, signal) => {
      const page = await unwrap(
        client.GET("/api/v1/deployments/{deployment_id}/fills", { params, signal }),
      );
      return { items: page.fills, next: page.next };
    },
  });
  const columns = useColumns();
  return (
    <BookPanel
      title={say("fills")}
      none={say("fills_none")}
      asking={fills.asking}
      isEmpty={(rows) => rows.length === 0}
    >
      {(rows) => (
        <div data-testid="fills-table">
          <Table
            label={say("table", { name: say("fills") })}
            columns={columns}
            rows={rows}
            keyOf={({ number }) => String(number)}
          />
          <MoreButton of={fills} />
        </div>
      )}
    </BookPanel>
  );
}

function useColumns(): Column<Fill>[] {
  const say = useWords(bookWords);
  const format = useFormat();
  return [
    { name: "when", head: say("when"), cell: ({ at }) => format.dateTime(at) },
    { name: "symbol", head: say("symbol"), cell: ({ symbol }) => symbol },
    { name: "side", head: say("side"), cell: (fill) => sideOf(fill, say) },
    {
      name: "why",
      head: say("why"),
      cell: (fill) => (fill.is_foreign ? say("foreign") : whyOf(fill.reason, say)),
    },
    {
      name: "quantity",
      head: say("quantity"),
      isFigure: true,
      cell: ({ quantity }) => format.number(quantity, 6),
    },
    {
      name: "price",
      head: say("price"),
      isFigure: true,
      cell: ({ price }) => format.number(price, 4),
    },
    { name: "costs", head: say("costs"), isFigure: true, cell: ({ costs }) => format.money(costs) },
    {
      name: "realised",
      head: say("realised"),
      isFigure: true,
      cell: ({ effect, realised }) => <Signed value={effect === "close" ? realised : null} />,
    },
  ];
}
