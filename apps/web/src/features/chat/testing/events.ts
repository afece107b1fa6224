// Events of a turn for tests, as the server sends them.
import type { ServerEvent } from "../../../api/eventStream";
import type { GenUi } from "../../cards";
import type { ChatEvent, Done } from "../wire";

export function event(id: number, data: ChatEvent): ServerEvent {
  return { id, type: data.type, data };
}

export function startEvent(id: number): ServerEvent {
  return event(id, {
    type: "stream_start",
    session_id: "s-1",
    turn_id: "t-1",
    phase: "pre_strategy",
  });
}

export function doneEvent(id: number, change: Partial<Done> = {}): ServerEvent {
  return event(id, {
    type: "done",
    session_id: "s-1",
    turn_id: "t-1",
    phase: "pre_strategy",
    status: "active",
    kyc_status: "complete",
    missing_fields: ["target_market"],
    usage: { engine: "rules" },
    assistant_message_id: "m-2",
    session_title: "A strategy",
    stream_error: null,
    stream_error_detail: null,
    deployment: null,
    ...change,
  });
}

/** A whole answer of a text and cards. */
export function answer(text: string, cards: readonly GenUi[] = []): ServerEvent[] {
  const middle = Math.ceil(text.length / 2);
  return [
    startEvent(1),
    event(2, { type: "text_delta", delta: text.slice(0, middle) }),
    event(3, { type: "text_delta", delta: text.slice(middle) }),
    ...cards.map((payload, index) => event(4 + index, { type: "genui", payload })),
    doneEvent(4 + cards.length),
  ];
}
