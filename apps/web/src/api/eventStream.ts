// Server-sent events over the authorised fetch: parsed, resumed behind the last one seen, until a last event comes.
import type { Api } from "./client";
import { toApiError } from "./error";

export interface ServerEvent {
  id: number;
  type: string;
  data: unknown;
}

/** The events of one answer; `after` is the last id that was seen. */
export async function* eventsOf(response: Response): AsyncGenerator<ServerEvent> {
  if (!response.ok) throw toApiError(response, await response.json().catch(() => null));
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (pending + value).split("\n\n");
      pending = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = parsed(block);
        if (event) yield event;
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

interface Following {
  api: Api;
  /** The address of the stream; it is asked for with `?after=`. */
  path: string;
  after?: number;
  signal: AbortSignal;
  /** Called when the network goes away or comes back, so that the page can show it. */
  onAway?: (isAway: boolean) => void;
  isLast: (event: ServerEvent) => boolean;
}

/** Follows a stream across lost connections: each event once, in order; ends with the last one or the signal. */
export async function* follow({
  api,
  path,
  after = 0,
  signal,
  onAway,
  isLast,
}: Following): AsyncGenerator<ServerEvent> {
  let seen = after;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      const url = new URL(path, window.location.origin);
      url.searchParams.set("after", String(seen));
      const response = await api.fetch(new Request(url, { signal }));
      for await (const event of eventsOf(response)) {
        onAway?.(false);
        attempt = 0;
        if (event.id <= seen) continue;
        seen = event.id;
        yield event;
        if (isLast(event)) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) throw error;
      onAway?.(true);
    }
    await pause(Math.min(5000, 300 * 2 ** attempt), signal);
  }
}

/** The server has spoken: asking again would bring the same. */
function isFinal(error: unknown): boolean {
  return error instanceof Error && "status" in error && Number(error.status) < 500;
}

function parsed(block: string): ServerEvent | null {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const colon = line.indexOf(": ");
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const data = fields.get("data");
  if (data === undefined) return null;
  return {
    id: Number(fields.get("id") ?? 0),
    type: fields.get("event") ?? "message",
    data: JSON.parse(data),
  };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
