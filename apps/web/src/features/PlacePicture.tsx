// The picture of each place of the app, shown while there is nothing in it.
import type { ReactNode } from "react";
import { Picture } from "../ui/Picture";
import type { FeaturePlace } from "./places";

/** The chat has a picture of its own, which comes with the first page. */
export type QuietPlace = Exclude<FeaturePlace, "chat">;

export function PlacePicture({ of }: { of: QuietPlace }) {
  return <Picture>{DRAWINGS[of]}</Picture>;
}

const DRAWINGS: Record<QuietPlace, ReactNode> = {
  /** Five experts, two sides, one scale. */
  research: (
    <>
      {[24, 64, 104, 144, 184].map((x) => (
        <g key={x}>
          <circle cx={x} cy="18" r="8" />
          <path d={`M${x} 28L${x < 104 ? 64 : x > 104 ? 144 : 104} 54`} strokeDasharray="3 5" />
        </g>
      ))}
      <g className="text-accent">
        <path d="M104 54v58M84 112h40M52 62h104" />
        <path d="M34 88a18 12 0 0 0 36 0zM34 88l18-26 18 26M138 88a18 12 0 0 0 36 0zM138 88l18-26 18 26" />
      </g>
    </>
  ),
  /** A sheet of rules: a condition that branches into enter and leave. */
  strategies: (
    <>
      <path d="M44 10h84l24 24v84H44zM128 10v24h24" />
      <path d="M60 30h44M60 44h30" />
      <g className="text-accent">
        <path d="M98 58l14 12-14 12-14-12z" />
        <path d="M84 70H68v26M112 70h16v26" />
        <path d="M58 96h20M118 96h20" />
      </g>
      <path d="M166 46v72M178 58v60" strokeDasharray="3 6" />
    </>
  ),
  /** Bars behind a line in time; what lies after the line stays hidden. */
  backtests: (
    <>
      <path d="M14 14v100h180" />
      {[30, 48, 66, 84, 102].map((x, index) => (
        <path
          key={x}
          d={`M${x} ${[44, 58, 40, 62, 50][index]}v30M${x - 5} ${[52, 64, 48, 68, 58][index]}h10v14h-10z`}
        />
      ))}
      <path d="M136 70h.01M152 70h.01M168 70h.01M184 70h.01" />
      <g className="text-accent">
        <path d="M120 14v100" strokeDasharray="5 5" />
        <path d="M112 14h16l-8 9z" />
      </g>
    </>
  ),
  /** A beam between two supports, bending under a weight. */
  stress: (
    <>
      <path d="M22 112l14-34 14 34zM158 112l14-34 14 34zM8 116h192" />
      <path d="M36 74h136" strokeDasharray="3 6" />
      <g className="text-accent">
        <path d="M36 74c40 26 96 26 136 0" />
        <path d="M86 40h36l8 42H78zM96 40V30a8 8 0 0 1 16 0v10" />
      </g>
      <path d="M52 22l8 10M44 38l10 4M156 22l-8 10M164 38l-10 4" />
    </>
  ),
  /** A paper plane on its way, and the switch that stops it. */
  deployments: (
    <>
      <g className="text-accent">
        <path d="M124 16L30 54l32 14zM124 16L62 68v30l18-22M124 16L96 88 74 72" />
      </g>
      <path d="M14 112c14-4 22-4 34 0" strokeDasharray="3 6" />
      <path d="M140 66h34a16 16 0 0 1 0 32h-34a16 16 0 0 1 0-32z" />
      <circle cx="141" cy="82" r="9" />
      <path d="M112 114h84" />
    </>
  ),
  /** An open book whose entries are chained one to the next. */
  calls: (
    <>
      <path d="M104 28C84 16 52 14 18 16v88c34-2 66 0 86 12 20-12 52-14 86-12V16c-34-2-66 0-86 12zM104 28v88" />
      <path d="M36 36h44M36 84h44M128 36h44M128 84h44" />
      <g className="text-accent">
        <path d="M42 54h14a6 6 0 0 1 0 12H42a6 6 0 0 1 0-12zM66 54h14a6 6 0 0 1 0 12H66a6 6 0 0 1 0-12z" />
        <path d="M132 54h14a6 6 0 0 1 0 12h-14a6 6 0 0 1 0-12zM156 54h14a6 6 0 0 1 0 12h-14a6 6 0 0 1 0-12z" />
        <path d="M54 60h14M144 60h14" />
      </g>
    </>
  ),
  /** Layers of data with the hour at which each became known. */
  data: (
    <>
      <path d="M20 32c0-9 24-16 54-16s54 7 54 16-24 16-54 16-54-7-54-16z" />
      <path d="M20 32v26c0 9 24 16 54 16s54-7 54-16V32M20 58v28c0 9 24 16 54 16 9 0 17-1 24-2" />
      <g className="text-accent">
        <circle cx="152" cy="84" r="30" />
        <path d="M152 66v18l12 8" />
        <path d="M152 54v4M152 110v4M122 84h4M178 84h4" />
      </g>
    </>
  ),
};
