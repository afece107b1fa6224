// How the probability moved from before the debate to the judge, as a line of points with their figures.
import { scalePoint } from "d3-scale";
import { line } from "d3-shape";
import { Figure } from "../../../charts/Figure";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { reportWords } from "./reportWords";
import type { Verdict } from "./verdict";

const HEIGHT = 40;
const WIDTH = 500;

export function ProbabilityPath({ path }: { path: Verdict["path"] }) {
  const say = useWords(reportWords);
  const format = useFormat();
  const share = (value: number | undefined) => format.percent(value, 1);
  const x = scalePoint(
    path.map(({ stage }) => stage),
    [0, WIDTH],
  ).padding(0.5);
  // The whole of what is possible, so that a small move looks small.
  const y = (probability: number) => HEIGHT * (1 - probability);
  const drawn = line<Verdict["path"][number]>(
    ({ stage }) => x(stage) ?? 0,
    ({ probability }) => y(probability),
  )(path);
  return (
    <Figure
      title={say("path")}
      summary={say("path_summary", {
        from: share(path[0]?.probability),
        to: share(path.at(-1)?.probability),
      })}
    >
      <svg
        aria-hidden="true"
        viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`}
        className="w-full rounded bg-well"
      >
        <line
          x1="0"
          x2={WIDTH}
          y1={y(0.5)}
          y2={y(0.5)}
          stroke="var(--line-strong)"
          strokeDasharray="4 4"
        />
        <path d={drawn ?? ""} fill="none" stroke="var(--accent)" strokeWidth="2" />
        {path.map(({ stage, probability }) => (
          <circle key={stage} cx={x(stage)} cy={y(probability)} r="4" fill="var(--accent)" />
        ))}
      </svg>
      <ol className="mt-1 flex text-center text-xs">
        {path.map(({ stage, probability }) => (
          <li key={stage} className="min-w-0 flex-1">
            <span className="block font-mono tabular-nums">{share(probability)}</span>
            <span className="block text-soft">{say(stage)}</span>
          </li>
        ))}
      </ol>
    </Figure>
  );
}
