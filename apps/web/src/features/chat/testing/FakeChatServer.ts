// A fake server that also holds conversations: tests say what it streams and what it has kept.
import type { ServerEvent } from "../../../api/eventStream";
import { FakeServer, failure } from "../../../testing/FakeServer";
import type { Message, SessionDetail } from "../wire";

type Answer = () => Response | Promise<Response>;

export class FakeChatServer {
  readonly server = new FakeServer();
  /** The bodies of the messages that were sent. */
  readonly sent: Record<string, unknown>[] = [];
  /** The addresses, with their questions, of everything else that was asked for. */
  readonly asked: string[] = [];
  /** What the next sends are answered with, one after the other. */
  readonly replies: Answer[] = [];
  /** What following the turn is answered with, one after the other. */
  readonly followed: Answer[] = [];
  onStop: () => void = () => undefined;

  constructor() {
    const others = this.server.fetch;
    Object.assign(this.server, {
      fetch: async (request: Request): Promise<Response> => {
        const { pathname, search } = new URL(request.url);
        if (pathname === "/api/v1/chat/stream") {
          this.sent.push(await request.json());
          return this.next(this.replies);
        }
        this.asked.push(`${request.method} ${pathname}${search}`);
        if (pathname.endsWith("/events")) return this.next(this.followed);
        if (pathname.endsWith("/stop")) {
          this.onStop();
          return Response.json({ turn_id: "t-1", session_id: "s-1", status: "streaming" });
        }
        if (request.method === "DELETE") return new Response(null, { status: 204 });
        return others(request);
      },
    });
  }

  /** Makes the server know a conversation. */
  keep(change: Partial<SessionDetail> = {}): SessionDetail {
    const detail: SessionDetail = { ...KEPT, ...change };
    this.server.answers.set(`/api/v1/sessions/${detail.session_id}`, detail);
    this.server.answers.set("/api/v1/sessions", { sessions: [detail], next: null });
    return detail;
  }

  private next(answers: Answer[]): Response | Promise<Response> {
    return answers.shift()?.() ?? failure(404, "not_found", "Nothing was prepared.");
  }
}

export function streamOf(events: readonly ServerEvent[]): Response {
  return new Response(events.map(frame).join(""), {
    headers: { "content-type": "text/event-stream" },
  });
}

/** A stream that a test feeds by hand. */
export function openStream() {
  let feed: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (feed = controller) });
  const encoder = new TextEncoder();
  return {
    response: () => new Response(body),
    say: (...events: ServerEvent[]) => feed.enqueue(encoder.encode(events.map(frame).join(""))),
    breakOff: () => feed.error(new TypeError("network error")),
  };
}

export function message(change: Partial<Message>): Message {
  return {
    id: "m-1",
    turn_id: "t-0",
    role: "user",
    content: "",
    phase: "pre_strategy",
    engine: null,
    tool_calls: [],
    cards: [],
    token_usage: null,
    response_id: null,
    failure: null,
    created_at: "2026-11-15T08:00:00Z",
    ...change,
  };
}

function frame(event: ServerEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

const KEPT: SessionDetail = {
  session_id: "s-1",
  title: "A strategy",
  phase: "pre_strategy",
  status: "active",
  language: "en",
  created_at: "2026-11-15T08:00:00Z",
  updated_at: "2026-11-15T08:00:00Z",
  kyc_status: "complete",
  messages: [],
  artifacts: { pre_strategy: { missing_fields: ["target_market", "target_instrument"] } },
  metadata: {},
  transitions: [],
  open_turn_id: null,
  awaited: [],
};
