// What the strategy said, and the values it was true on.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { type Format, useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { type Column, Table } from "../../../ui/Table";
import { MoreButton } from "../../../ui/form/MoreButton";
import type { Signal } from "../trading";
import { BookPanel } from "./BookPanel";
import { bookWords } from "./bookWords";
import { whyOf } from "./inWords";
import { type BookOf, useBook } from "./useBook";

export function SignalsPanel({ of }: { of: BookOf }) {
  const say = useWords(bookWords);
  const format = useFormat();
  const { client } = useApi();
  const signals = useBook<Signal>({
    name: "signals",
    of,
    ask: async (params, signal) => {
      const page = await unwrap(
        client.GET("/api/v1/deployments/{deployment_id}/signals", { params, signal }),
      );
      return { items: page.signals, next: page.next };
    },
  });
  const columns: Column<Signal>[] = [
    { name: "bar", head: say("bar"), cell: ({ bar }) => format.dateTime(bar) },
    { name: "symbol", head: say("symbol"), cell: ({ symbol }) => symbol },
    {
      name: "action",
      head: say("side"),
      cell: ({ action, direction }) => `${say(action)} (${say(direction)})`,
    },
    { name: "reason", head: say("reason"), cell: ({ reason }) => whyOf(reason, say) },
    {
      name: "why",
      head: say("why"),
      cell: ({ why }) => valuesOf(why, format),
    },
  ];
  return (
    <BookPanel
      title={say("signals")}
      none={say("signals_none")}
      asking={signals.asking}
      isEmpty={(rows) => rows.length === 0}
    >
      {(rows) => (
        <>
          <Table
            label={say("table", { name: say("signals") })}
            columns={columns}
            rows={rows}
            keyOf={({ number }) => String(number)}
          />
          <MoreButton of={signals} />
        </>
      )}
    </BookPanel>
  );
}

/** The values by name, such as `ema_fast 12.3`. */
function valuesOf(why: Signal["why"], format: Format): string {
  return Object.entries(why)
    .map(([name, value]) => `${name} ${format.number(value, 4)}`)
    .join(", ");
}
