// What the rules under edit would have done: the curve beside that of the saved version, figures, and the count.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { FailureText } from "../../../ui/Failure";
import { Button } from "../../../ui/form/Button";
import { LinesFigure } from "../../../ui/lines/LinesFigure";
import { LoadingPart } from "../../../ui/Loading";
import { Panel } from "../../../ui/Panel";
import { CheckField } from "../editing/CheckField";
import { studioWords } from "./studioWords";
import type { DraftResult, InstantRun } from "./useInstantRun";

interface InstantPanelProps {
  run: InstantRun;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  /** Whether the rules are known to be faulty. */
  isInvalid: boolean;
  /** The version that the edit began with. */
  base: number;
}

export function InstantPanel({ run, isOn, onSwitch, isInvalid, base }: InstantPanelProps) {
  const say = useWords(studioWords);
  const { result, first, isStale, error } = run;
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          {say("run")}
          {result?.is_demo && <Badge tone="accent">{say("demo")}</Badge>}
        </span>
      }
      aside={<CheckField label={say("run_on")} isChecked={isOn} onChange={onSwitch} />}
    >
      <div data-testid="instant-run" data-took={run.took ?? ""} aria-busy={isStale}>
        {!isOn && <p className="mb-2 text-sm text-soft">{say("run_off")}</p>}
        {isOn && isInvalid && <p className="mb-2 text-sm text-danger">{say("run_invalid")}</p>}
        {isOn && !isInvalid && error !== null && <RunFailure error={error} onAgain={run.again} />}
        {result && <Result result={result} first={first} base={base} />}
        {isOn && !result && !isInvalid && error === null && <LoadingPart />}
      </div>
    </Panel>
  );
}

function RunFailure({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const say = useWords(studioWords);
  return (
    <div role="alert" className="mb-3 rounded-md border border-danger p-3 text-sm">
      <FailureText error={error} />
      <Button kind="quiet" className="mt-2" onClick={onAgain}>
        {say("run_again")}
      </Button>
    </div>
  );
}

function Result({
  result,
  first,
  base,
}: {
  result: DraftResult;
  first: DraftResult | null;
  base: number;
}) {
  const say = useWords(studioWords);
  const format = useFormat();
  const { figures, curve } = result;
  const isOther = first !== null && first !== result;
  const lines = [
    { name: say(isOther ? "now" : "equity"), time: curve.time, value: curve.equity, look: 0 },
    ...(isOther
      ? [
          {
            name: say("before", { version: base }),
            time: first.curve.time,
            value: first.curve.equity,
            look: 1,
          },
        ]
      : []),
    { name: say("hold"), time: curve.time, value: curve.benchmark, look: 6 },
  ];
  const summary = say("summary", {
    tickers: result.tickers.join(", "),
    first: format.date(result.first),
    last: format.date(result.last),
    return: format.signedPercent(figures.total_return),
    drawdown: format.percent(figures.max_drawdown),
    trades: format.number(figures.trades, 0),
  });
  return (
    <>
      <Figures result={result} first={isOther ? first : null} />
      <LinesFigure
        title={say("equity")}
        summary={summary}
        lines={lines}
        format={(value) => format.number(value, 0)}
        formatDate={format.date}
        height={150}
      />
      {figures.trades < 30 && (
        <p className="mt-1 text-sm text-soft">
          {say(figures.trades === 0 ? "no_trades" : "few_trades")}
        </p>
      )}
      {result.notes.map((note) => (
        <p key={note} className="mt-1 text-sm text-soft">
          {note}
        </p>
      ))}
    </>
  );
}

const SHOWN = ["total_return", "cagr", "max_drawdown", "sharpe", "trades", "win_rate"] as const;

function Figures({ result, first }: { result: DraftResult; first: DraftResult | null }) {
  const say = useWords(studioWords);
  const written = useWritten();
  return (
    <dl className="mb-3 grid grid-cols-3 gap-x-4 gap-y-2" data-testid="instant-figures">
      {SHOWN.map((name) => {
        const was = first === null ? null : written(first, name);
        const now = written(result, name);
        return (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-soft">{say(name)}</dt>
            <dd className="font-mono text-lg leading-tight tabular-nums">{now}</dd>
            {was !== null && was !== now && (
              <dd className="text-sm text-soft">{say("was", { value: was })}</dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

function useWritten() {
  const format = useFormat();
  return ({ figures }: DraftResult, name: (typeof SHOWN)[number]): string => {
    switch (name) {
      case "total_return":
      case "cagr":
        return format.signedPercent(figures[name]);
      case "max_drawdown":
      case "win_rate":
        return format.percent(figures[name]);
      case "sharpe":
        return format.number(figures.sharpe?.value);
      case "trades":
        return format.number(figures.trades, 0);
    }
  };
}
