// The colour of a figure in steps that text stays readable on, in both themes: whole class names, for Tailwind to find.

const UP = ["bg-up/8", "bg-up/14", "bg-up/20", "bg-up/26", "bg-up/32"] as const;

const DOWN = ["bg-down/8", "bg-down/14", "bg-down/20", "bg-down/26", "bg-down/32"] as const;

const MUCH = [
  "bg-accent/8",
  "bg-accent/14",
  "bg-accent/20",
  "bg-accent/26",
  "bg-accent/32",
] as const;

export function shadeOf(
  value: number | null,
  largest: number,
  kind: "diverging" | "sequential",
): string {
  if (value === null || !Number.isFinite(value) || value === 0 || largest === 0) return "bg-well";
  const step = Math.min(4, Math.floor((Math.abs(value) / largest) * 5));
  const shades = kind === "sequential" ? MUCH : value > 0 ? UP : DOWN;
  return shades[step]!;
}
