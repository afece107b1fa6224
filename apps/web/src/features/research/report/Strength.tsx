// How strong an argument is: three bars and the word for it.
import { useWords } from "../../../i18n/words";
import type { Case, Level } from "./debate";
import { reportWords } from "./reportWords";

const BARS: Record<Level, number> = { LOW: 1, MEDIUM: 2, HIGH: 3 };

export function Strength({ level, side }: { level: Level | null; side: Case["side"] }) {
  const say = useWords(reportWords);
  const filled = level ? BARS[level] : 0;
  return (
    <span className="inline-flex items-center gap-2">
      <svg aria-hidden="true" viewBox="0 0 22 12" className="h-3 w-6">
        {[1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 8}
            y={12 - bar * 4}
            width="6"
            height={bar * 4}
            fill={bar <= filled ? `var(--${side})` : "var(--line)"}
          />
        ))}
      </svg>
      {say("strength_of", { level: say(level ?? "level_unknown") })}
    </span>
  );
}
