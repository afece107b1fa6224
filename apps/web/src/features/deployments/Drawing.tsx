// The picture of an empty list: a paper plane on its way, and the switch that stops it.
import { Picture } from "../../ui/Picture";

export function Drawing() {
  return (
    <Picture>
      <g className="text-accent">
        <path d="M124 16L30 54l32 14zM124 16L62 68v30l18-22M124 16L96 88 74 72" />
      </g>
      <path d="M14 112c14-4 22-4 34 0" strokeDasharray="3 6" />
      <path d="M140 66h34a16 16 0 0 1 0 32h-34a16 16 0 0 1 0-32z" />
      <circle cx="141" cy="82" r="9" />
      <path d="M112 114h84" />
    </Picture>
  );
}
