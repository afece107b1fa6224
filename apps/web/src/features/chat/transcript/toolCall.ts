// A call of one of the server's tools, as it happens and as the record keeps it.

export interface ToolCall {
  id: string;
  /** Null until the record of the answer names it: the stream does not. */
  name: string | null;
  server: string | null;
  status: "running" | "success" | "failure";
  arguments: unknown;
  output: unknown;
  error: string | null;
}

/** A call that has just begun, of which nothing else is known. */
export function callNamed(id: string): ToolCall {
  return {
    id,
    name: null,
    server: null,
    status: "running",
    arguments: null,
    output: null,
    error: null,
  };
}

/** A call as an answer's record holds it. */
export function callOf(record: Record<string, unknown>): ToolCall {
  return {
    id: String(record.id),
    name: text(record.name),
    server: text(record.server_label),
    status: record.status === "success" ? "success" : "failure",
    arguments: read(record.arguments),
    output: read(record.output),
    error: text(record.error),
  };
}

/** JSON that came as text, as what it says; other text stays as it is. */
export function read(value: unknown): unknown {
  if (typeof value !== "string") return value ?? null;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** For the eye: indented JSON, or the text itself. */
export function pretty(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** What a failed call says in words: tools answer with `{code, message}`, servers with a sentence. */
export function reasonOf(call: ToolCall): string | null {
  const error = read(call.error);
  if (typeof error === "object" && error !== null && "message" in error)
    return String(error.message);
  return call.error;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
