// The events of a turn over the network: sent once however often it is tried, followed across lost connections.
import type { Api } from "../../api/client";
import { ApiError } from "../../api/error";
import { eventsOf, follow, type ServerEvent } from "../../api/eventStream";
import type { Language } from "../../i18n/language";

export interface Sending {
  sessionId: string | null;
  message: string;
  language: Language;
  /** The server answers a message with the same id once. */
  clientTurnId: string;
  /** The rules that the newest question on this page is about: a confirmation binds these and no others. */
  about: string | null;
}

export interface Line {
  api: Api;
  signal: AbortSignal;
  onAway: (isAway: boolean) => void;
}

/** Sends a message and streams its turn; a refusal of the server is thrown, silence is tried again. */
export async function* sentTurn(sending: Sending, line: Line): AsyncGenerator<ServerEvent> {
  const { api, signal, onAway } = line;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    let turnId: string | null = null;
    let seen = 0;
    try {
      for await (const event of eventsOf(await api.fetch(requestOf(sending, signal)))) {
        onAway(false);
        turnId ??= turnIn(event);
        seen = event.id;
        yield event;
        if (isDone(event)) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError) throw error;
    }
    if (turnId !== null) return yield* openTurn(turnId, line, seen);
    onAway(true);
    await pause(Math.min(5000, 300 * 2 ** attempt), signal);
  }
}

/** Streams a turn that is under way, behind the last event that was seen. */
export function openTurn(
  turnId: string,
  { api, signal, onAway }: Line,
  after = 0,
): AsyncGenerator<ServerEvent> {
  const path = `/api/v1/chat/turns/${turnId}/events?raw=false`;
  if (after > 0) onAway(true);
  return follow({ api, path, after, signal, onAway, isLast: isDone });
}

function requestOf(sending: Sending, signal: AbortSignal) {
  const { sessionId, message, language, clientTurnId, about } = sending;
  return new Request(new URL("/api/v1/chat/stream?raw=false", window.location.origin), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      session_id: sessionId,
      message,
      language,
      client_turn_id: clientTurnId,
      about,
    }),
    signal,
  });
}

function turnIn({ data }: ServerEvent): string | null {
  const hasTurn = typeof data === "object" && data !== null && "turn_id" in data;
  return hasTurn ? String(data.turn_id) : null;
}

function isDone(event: ServerEvent): boolean {
  return event.type === "done";
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
