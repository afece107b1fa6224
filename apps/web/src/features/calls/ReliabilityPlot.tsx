// The reliability plot: what was stated against what happened, with the count and the interval of each group.
import { scaleLinear } from "d3-scale";
import { Figure } from "../../charts/Figure";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import type { Bin, Scores } from "./types";
import { phraseOf, words } from "./words";

const SIDE = 320;
const LEFT = 52;
const TOP = 12;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];

const x = scaleLinear([0, 1], [LEFT, LEFT + SIDE]);
const y = scaleLinear([0, 1], [TOP + SIDE, TOP]);

export function ReliabilityPlot({ scores }: { scores: Scores }) {
  const say = useWords(words);
  const format = useFormat();
  const found = phraseOf("found", scores.calibration.found);
  const summary = say("plot_summary", {
    settled: scores.settled,
    base: format.percent(scores.base_rate),
    brier: format.number(scores.brier.value, 3),
    low: format.number(scores.brier.low, 3),
    high: format.number(scores.brier.high, 3),
    found: found ? say(found) : scores.calibration.found,
  });
  return (
    <Figure title={say("plot")} summary={summary}>
      <svg
        data-testid="reliability-plot"
        role="img"
        aria-label={say("plot")}
        viewBox={`0 0 ${LEFT + SIDE + 16} ${TOP + SIDE + 52}`}
        className="block w-full max-w-md"
      >
        <Axes />
        <path
          d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`}
          stroke="var(--line-strong)"
          strokeDasharray="5 5"
        />
        {scores.equal_count.map((bin) => (
          <Dot key={`${bin.low} ${bin.said}`} bin={bin} />
        ))}
      </svg>
      <p className="mt-1 max-w-2xl text-sm text-soft">{say("plot_key")}</p>
    </Figure>
  );
}

function Axes() {
  const say = useWords(words);
  const format = useFormat();
  const middle = TOP + SIDE / 2;
  return (
    <g fontSize="12" fill="var(--ink-soft)">
      {TICKS.map((tick) => (
        <g key={tick}>
          <path d={`M${x(tick)} ${y(0)}V${y(1)}M${x(0)} ${y(tick)}H${x(1)}`} stroke="var(--line)" />
          <text x={x(tick)} y={y(0) + 17} textAnchor="middle">
            {format.percent(tick, 0)}
          </text>
          <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
            {format.percent(tick, 0)}
          </text>
        </g>
      ))}
      <text x={x(0.5)} y={y(0) + 40} textAnchor="middle" fill="var(--ink)">
        {say("plot_x")}
      </text>
      <text transform={`translate(12 ${middle}) rotate(-90)`} textAnchor="middle" fill="var(--ink)">
        {say("plot_y")}
      </text>
    </g>
  );
}

function Dot({ bin: { said, came, count } }: { bin: Bin }) {
  return (
    <g>
      <path
        d={`M${x(said)} ${y(came.low)}V${y(came.high)}`}
        stroke="var(--accent)"
        strokeWidth="2"
      />
      <circle cx={x(said)} cy={y(came.value)} r="5" fill="var(--accent)" />
      <text x={x(said) + 8} y={y(came.value) - 6} fontSize="12" fill="var(--ink)">
        {count}
      </text>
    </g>
  );
}
