// How much the result hangs on each number of the strategy.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { type Column, Table } from "../../../ui/Table";
import { placeOf, type SensitivityCurve } from "../report";
import { unbroken } from "../unbroken";
import { useRatio } from "../useRatio";
import { words } from "../words";

export function NumbersTable({ curves }: { curves: SensitivityCurve[] }) {
  const say = useWords(words);
  const format = useFormat();
  const ratio = useRatio();
  const columns: Column<SensitivityCurve>[] = [
    { name: "number", head: say("number"), cell: (curve) => placeOf(curve.pointer) },
    {
      name: "chosen",
      head: say("chosen"),
      cell: (curve) => format.number(curve.chosen, 4),
      isFigure: true,
    },
    {
      name: "fragility",
      head: say("fragility"),
      cell: (curve) => ratio(curve.fragility),
      isFigure: true,
    },
    {
      name: "range",
      head: say("sharpe_range"),
      cell: (curve) => {
        const known = curve.points.map((point) => point.sharpe).filter((value) => value !== null);
        return unbroken(
          say("between", {
            low: ratio(known.length > 0 ? Math.min(...known) : null),
            high: ratio(known.length > 0 ? Math.max(...known) : null),
          }),
        );
      },
      isFigure: true,
    },
  ];
  return (
    <>
      <Table
        label={say("numbers_table")}
        columns={columns}
        rows={curves}
        keyOf={(curve) => curve.pointer}
      />
      <p className="mt-2 text-sm text-soft">{say("fragility_note")}</p>
    </>
  );
}
