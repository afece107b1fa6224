// A sentence in which numbers and names stand out.
import { piecesOf } from "./highlights";

const LOOKS = {
  number: "font-semibold text-accent tabular-nums",
  name: "rounded bg-well px-1 py-0.5 font-mono text-[0.9em] break-words",
} as const;

export function Highlighted({ text, names }: { text: string; names: readonly string[] }) {
  return piecesOf(text, names).map((piece) =>
    piece.kind === "plain" ? (
      piece.text
    ) : (
      <span key={piece.at} className={LOOKS[piece.kind]}>
        {piece.text}
      </span>
    ),
  );
}
