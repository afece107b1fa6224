// Every number of a version that could be another one, with the range worth trying.
import { unwrap } from "../../api/client";
import { useApi } from "../../api/ApiContext";
import { useAsked } from "../../api/useAsked";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { AskedPart } from "../../ui/form/AskedPart";
import { Panel } from "../../ui/Panel";
import { type Column, Table } from "../../ui/Table";
import type { Tunable } from "./types";
import { words } from "./words";

const DIGITS = 6;

export function TunablesPanel({ strategyId, version }: { strategyId: string; version: number }) {
  const say = useWords(words);
  const { client } = useApi();
  const asking = useAsked(`${strategyId}/${version}/tunables`, (signal) =>
    unwrap(
      client.GET("/api/v1/strategies/{strategy_id}/tunables", {
        params: { path: { strategy_id: strategyId }, query: { version } },
        signal,
      }),
    ),
  );
  return (
    <Panel title={say("tunables")}>
      <AskedPart of={asking}>
        {({ tunables }) =>
          tunables.length > 0 ? (
            <>
              <p className="mb-3 text-sm text-soft">{say("tunables_text")}</p>
              <TunableTable tunables={tunables} />
            </>
          ) : (
            <p className="text-soft">{say("tunables_none")}</p>
          )
        }
      </AskedPart>
    </Panel>
  );
}

function TunableTable({ tunables }: { tunables: readonly Tunable[] }) {
  const say = useWords(words);
  const { number } = useFormat();
  const columns: Column<Tunable>[] = [
    {
      name: "where",
      head: say("tunable_where"),
      cell: whereCell,
    },
    {
      name: "value",
      head: say("tunable_value"),
      cell: ({ value }) => number(value, DIGITS),
      isFigure: true,
    },
    {
      name: "range",
      head: say("tunable_range"),
      cell: ({ minimum, maximum }) =>
        `${number(minimum, DIGITS)}\u00a0–\u00a0${number(maximum, DIGITS)}`,
      isFigure: true,
    },
    {
      name: "step",
      head: say("tunable_step"),
      cell: ({ step }) => number(step, DIGITS),
      isFigure: true,
    },
  ];
  return (
    <Table
      label={say("tunables_table")}
      columns={columns}
      rows={tunables}
      keyOf={({ pointer }) => pointer}
    />
  );
}

function whereCell({ pointer }: Tunable) {
  return <code className="break-words">{readable(pointer)}</code>;
}

/** `/factors/ema_fast/params/period` as `ema_fast › period`, and `/trade/long/…` as `long › …`. */
function readable(pointer: string): string {
  return pointer
    .split("/")
    .slice(2)
    .filter((part) => part !== "params")
    .join(" › ");
}
