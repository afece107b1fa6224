// Money that was won or lost: with its sign, and in the colours of up and down.
import { useFormat } from "../../i18n/format";

export function Signed({ value }: { value: string | null }) {
  const format = useFormat();
  const amount = Number(value);
  const isFlat = value === null || !Number.isFinite(amount) || amount === 0;
  const sign = !isFlat && amount > 0 ? "+" : "";
  const tone = isFlat ? "" : amount > 0 ? "text-up" : "text-down";
  return (
    <span className={tone}>
      {sign}
      {format.money(value)}
    </span>
  );
}
