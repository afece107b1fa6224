// The work that a conversation waits for, above the box: how far it is; when it has ended, the conversation goes on.
import { useEffect, useRef } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { useConversationChange } from "../../conversationChange";
import { useConversations } from "../sessions/useConversations";
import type { Awaited } from "../wire";
import { words } from "../words";

const EVERY_MS = 1000;
const MOST_TRIES = 3;

interface AwaitedStripProps {
  sessionId: string;
  /** As the server last told with the conversation; never empty. */
  awaited: readonly Awaited[];
  /** While an answer is on its way, the end of the work waits. */
  isBusy: boolean;
}

export function AwaitedStrip({ sessionId, awaited, isBusy }: AwaitedStripProps) {
  const now = useProgress(sessionId, awaited);
  useFollowUp(
    sessionId,
    now.find(({ status }) => status !== "running"),
    isBusy,
  );
  const running = now.filter(({ status }) => status === "running");
  if (running.length === 0) return null;
  return (
    <div
      data-testid="awaited-work"
      className="border-t border-line bg-surface px-4 py-2 text-sm sm:px-6"
    >
      <ul className="mx-auto w-full max-w-3xl space-y-1.5">
        {running.map((work) => (
          <li key={work.id}>
            <Running work={work} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Running({ work: { kind, symbol, fraction, message } }: { work: Awaited }) {
  const say = useWords(words);
  const format = useFormat();
  const name = say(`awaited_${kind}`, { symbol });
  return (
    <div className="flex items-center gap-3">
      <span className="min-w-0 flex-1 truncate">
        <span className="font-medium">{name}</span>
        {message && <span className="text-soft"> · {message}</span>}
      </span>
      {fraction !== null && (
        <>
          <progress
            aria-label={name}
            max={1}
            value={fraction}
            className="progress block h-2 w-24 shrink-0 overflow-hidden rounded-full sm:w-40"
          />
          <span className="w-10 shrink-0 text-right tabular-nums">
            {format.percent(fraction, 0)}
          </span>
        </>
      )}
    </div>
  );
}

function useProgress(sessionId: string, awaited: readonly Awaited[]): readonly Awaited[] {
  const { client } = useApi();
  const key = awaited.map(({ id }) => id).join(" ");
  const { asked } = useAsked(
    `awaited ${sessionId} ${key}`,
    (signal) =>
      unwrap(
        client.GET("/api/v1/sessions/{session_id}/awaited", {
          params: { path: { session_id: sessionId } },
          signal,
        }),
      ),
    { every: EVERY_MS },
  );
  return asked.status === "there" ? asked.value : awaited;
}

/** Asks the server once for the turn that tells what came of it; what was refused is asked a few times again. */
function useFollowUp(sessionId: string, ended: Awaited | undefined, isBusy: boolean) {
  const { client } = useApi();
  const conversations = useConversations();
  const changed = useConversationChange();
  const tries = useRef(new Map<string, number>());
  const id = ended?.id;
  useEffect(() => {
    const tried = id === undefined ? MOST_TRIES : (tries.current.get(id) ?? 0);
    if (id === undefined || isBusy || tried >= MOST_TRIES) return;
    tries.current.set(id, tried + 1);
    const ask = async () => {
      const params = { path: { session_id: sessionId } };
      const { turn_id: turnId } = await unwrap(
        client.POST("/api/v1/sessions/{session_id}/follow-up", { params }),
      );
      if (turnId === null) changed();
      else conversations.resume(sessionId, turnId);
    };
    ask().catch(changed);
  }, [id, isBusy, sessionId, client, conversations, changed]);
}
