// Reads what the server calls only "object": a wrong or missing part becomes nothing and never breaks the page.

export type Json = Readonly<Record<string, unknown>>;

export function record(value: unknown): Json {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? (value as Json) : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function texts(value: unknown): string[] {
  return list(value).filter((each): each is string => typeof each === "string" && each !== "");
}

export function figure(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function figures(value: unknown): number[] {
  return list(value).filter((each): each is number => figure(each) !== null);
}
