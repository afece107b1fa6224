// How long there is to decide: seen each second, read out only in the last minute and at the end.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { approvalWords } from "./approvalWords";

export function Countdown({ until, now }: { until: string; now: number }) {
  const say = useWords(approvalWords);
  const format = useFormat();
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  return (
    <>
      <span
        role="timer"
        data-testid="approval-countdown"
        className={`font-mono text-sm tabular-nums ${left < 60 ? "text-danger" : "text-soft"}`}
      >
        {left === 0
          ? say("expired")
          : `${say("left", { time: clock(left) })} (${say("expires", { when: format.dateTime(until) })})`}
      </span>
      <span role="status" className="sr-only">
        {left === 0 ? say("expired") : left < 60 ? say("left_minute") : ""}
      </span>
    </>
  );
}

export function clock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${two(minutes)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
