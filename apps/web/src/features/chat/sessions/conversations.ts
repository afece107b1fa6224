// The conversations of this page while it is open: turns under way and drafts, which outlive the view of them.
import { type Api, promptly, unwrap } from "../../../api/client";
import type { ServerEvent } from "../../../api/eventStream";
import type { Language } from "../../../i18n/language";
import { shownText } from "../choice";
import { begun, found, heard, type Turn } from "../turn";
import type { KeptDrafts } from "./keptDrafts";
import { type Line, openTurn, type Sending, sentTurn } from "../turnEvents";

export interface Talk {
  /** The turns that this page has seen, the newest last. */
  turns: readonly Turn[];
  isAway: boolean;
  isStopping: boolean;
  /** What the server or the network refused last: a message, following it, or stopping it. */
  refusal: { error: unknown } | null;
}

export interface Conversations {
  subscribe(listener: () => void): () => void;
  /** Null is the conversation that has not begun. */
  talk(sessionId: string | null): Talk;
  draft(sessionId: string | null): string;
  write(sessionId: string | null, draft: string): void;
  send(sessionId: string | null, message: string, language: Language, about?: string | null): void;
  /** Goes on with a turn that is open at the server. */
  resume(sessionId: string, turnId: string): void;
  stop(sessionId: string | null): Promise<void>;
  forget(sessionId: string | null): void;
}

const QUIET: Talk = { turns: [], isAway: false, isStopping: false, refusal: null };
const UNBEGUN = "new";

export function isBusy({ turns }: Talk): boolean {
  return turns.length > 0 && turns.at(-1)?.done === null;
}

/** `tell` is called when something was said in a conversation, and when its turn is over. */
export function createConversations(
  api: Api,
  drafts: KeptDrafts,
  tell: (sessionId: string) => void,
): Conversations {
  const talks = new Map<string, Talk>();
  const unsent = new Map<string, Sending>();
  const lines = new Map<string, AbortController>();
  const listeners = new Set<() => void>();

  const talkAt = (key: string) => talks.get(key) ?? QUIET;
  const notify = () => listeners.forEach((listener) => listener());
  const put = (key: string, change: Partial<Talk>) => {
    talks.set(key, { ...talkAt(key), ...change });
    notify();
  };
  const write = (key: string, draft: string) => {
    drafts.set(key, draft);
    notify();
  };

  /** Puts the newest turn of a conversation in the place of the one that was there. */
  const renew = (key: string, turn: Turn) =>
    put(key, { turns: [...talkAt(key).turns.slice(0, -1), turn] });

  /** Takes the newest turn away; a message that the server has not taken goes back to where it was written. */
  const dropTurn = (key: string) => {
    const sending = unsent.get(key);
    if (sending && !drafts.get(key)) drafts.set(key, shownText(sending.message));
    put(key, { turns: talkAt(key).turns.slice(0, -1), isAway: false });
  };

  /** A conversation that has just begun gets its name from the server. */
  const settled = (key: string, turn: Turn): string => {
    if (key !== UNBEGUN || turn.sessionId === null) return key;
    const line = lines.get(key);
    if (line) lines.set(turn.sessionId, line);
    lines.delete(key);
    talks.set(turn.sessionId, talkAt(key));
    return turn.sessionId;
  };

  const listen = async (
    from: string,
    turn: Turn,
    eventsOn: (line: Line) => AsyncGenerator<ServerEvent>,
  ) => {
    const leaving = new AbortController();
    let key = from;
    lines.set(key, leaving);
    put(key, { turns: [...talkAt(key).turns, turn], isStopping: false, refusal: null });
    const onAway = (isAway: boolean) => {
      if (talkAt(key).isAway !== isAway) put(key, { isAway });
    };
    let current = turn;
    let isTold = false;
    try {
      for await (const event of eventsOn({ api, signal: leaving.signal, onAway })) {
        if (leaving.signal.aborted) return;
        current = heard(current, event);
        if (current.sessionId !== null && (!isTold || current.done !== null)) {
          isTold = true;
          tell(current.sessionId);
        }
        unsent.delete(from);
        const next = settled(key, current);
        renew(next, current);
        if (next !== key) renew(key, current);
        key = next;
      }
    } catch (error) {
      dropTurn(key);
      put(key, { refusal: { error } });
    }
    onAway(false);
  };

  const conversations: Conversations = {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    talk: (sessionId) => talkAt(sessionId ?? UNBEGUN),
    draft: (sessionId) => drafts.get(sessionId ?? UNBEGUN),
    write: (sessionId, draft) => write(sessionId ?? UNBEGUN, draft),
    send(sessionId, message, language, about = null) {
      const key = sessionId ?? UNBEGUN;
      if (isBusy(talkAt(key))) return;
      const before = unsent.get(key);
      const isSame = before !== undefined && shownText(before.message) === message;
      const sending = isSame
        ? before
        : { sessionId, message, language, about, clientTurnId: newId() };
      unsent.set(key, sending);
      const events = (line: Line) => sentTurn(sending, line);
      void listen(key, begun(sessionId, sending.message), events);
    },
    resume(sessionId, turnId) {
      const { turns } = talkAt(sessionId);
      if (isBusy(talkAt(sessionId)) || turns.some((turn) => turn.turnId === turnId)) return;
      const events = (line: Line) => openTurn(turnId, line);
      void listen(sessionId, found(sessionId, turnId), events);
    },
    async stop(sessionId) {
      const key = sessionId ?? UNBEGUN;
      const turn = talkAt(key).turns.at(-1);
      if (turn === undefined || turn.done !== null || talkAt(key).isStopping) return;
      if (turn.turnId === null) {
        lines.get(key)?.abort();
        dropTurn(key);
        return;
      }
      put(key, { isStopping: true, refusal: null });
      const params = { path: { turn_id: turn.turnId } };
      try {
        await unwrap(
          api.client.POST("/api/v1/chat/turns/{turn_id}/stop", { params, ...promptly() }),
        );
      } catch (error) {
        put(key, { isStopping: false, refusal: { error } });
      }
    },
    forget(sessionId) {
      const key = sessionId ?? UNBEGUN;
      lines.get(key)?.abort();
      for (const shelf of [talks, lines, unsent]) shelf.delete(key);
      if (sessionId !== null) drafts.set(key, "");
      notify();
    },
  };
  api.tokens.onDrop(() => {
    for (const line of lines.values()) line.abort();
    for (const shelf of [talks, drafts, unsent, lines]) shelf.clear();
    notify();
  });
  return conversations;
}

/** `randomUUID` is absent outside a secure context, such as plain http on a home network address. */
function newId(): string {
  if ("randomUUID" in crypto) return crypto.randomUUID();
  const bytes: Uint8Array = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
