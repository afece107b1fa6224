// A figure with its range that must stay on one line of a table: no break at its spaces or brackets.

export function unbroken(text: string): string {
  return text.replaceAll(" ", "\u00a0").replaceAll("（", "\u2060（");
}
