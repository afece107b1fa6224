// How far a deployment is from the backtest of the same bars, in sentences.
import type { Asked } from "../../../api/useAsked";
import type { components } from "../../../contracts/api";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { ActionFailure } from "../../../ui/ActionFailure";
import { bookWords } from "./bookWords";

export function DriftText({ asked }: { asked: Asked<components["schemas"]["DriftOut"]> }) {
  const say = useWords(bookWords);
  const format = useFormat();
  if (asked.status === "waiting") return null;
  if (asked.status === "failed") return <ActionFailure error={asked.error} />;
  const { points, is_exact, largest, tracking_error, alarm, missing } = asked.value;
  const figures = {
    largest: format.money(largest),
    error: format.percent(tracking_error, 2),
  };
  return (
    <div className="mt-4 border-t border-line pt-4" data-testid="drift">
      <h3 className="mb-1 text-sm font-medium">{say("drift_title")}</h3>
      <p className="text-soft">
        {points.length === 0
          ? say("drift_none")
          : say(is_exact ? "drift_exact" : "drift_band", figures)}
        {missing > 0 && ` ${say("drift_missing", { count: missing })}`}
      </p>
      {alarm && (
        <p className="mt-1 text-danger">
          {say("drift_alarm", {
            when: format.dateTime(alarm.bar),
            equity: format.money(alarm.equity),
            expected: format.money(alarm.expected),
          })}
        </p>
      )}
    </div>
  );
}
