// What each kind of simulated history did to the account, with the range of every figure.
import { useFormat } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Disclosure } from "../../../ui/Disclosure";
import { type Column, Table } from "../../../ui/Table";
import type { Estimate, WorldFinding } from "../report";
import { unbroken } from "../unbroken";
import { words } from "../words";

export function WorldsTable({ worlds }: { worlds: [WorldFinding, ...WorldFinding[]] }) {
  const { language } = useLanguage();
  const say = useWords(words);
  const format = useFormat();
  const figure = (
    name: string,
    head: string,
    of: (world: WorldFinding) => Estimate,
  ): Column<WorldFinding> => ({
    name,
    head,
    cell: (world) => {
      const { value, low, high } = of(world);
      return unbroken(
        say("range", {
          value: format.percent(value),
          low: format.percent(low),
          high: format.percent(high),
        }),
      );
    },
    isFigure: true,
  });
  const level = format.percent(worlds[0].ruin_level, 0);
  const columns: Column<WorldFinding>[] = [
    { name: "world", head: say("world"), cell: (world) => world.name[language] },
    figure("return", say("median_return"), (world) => world.total_return),
    figure("loss", say("loss_share"), (world) => world.loss_share),
    figure("drawdown", say("bad_drawdown"), (world) => world.bad_drawdown),
    figure("ruin", say("ruin", { level }), (world) => world.ruin),
  ];
  return (
    <Disclosure summary={say("worlds_table")}>
      <Table
        label={say("worlds_table")}
        columns={columns}
        rows={worlds}
        keyOf={(world) => world.world}
      />
    </Disclosure>
  );
}
