// A conversation at its address: asks the server for it, goes on with what is open, and asks again when that is over.
import { useCallback, useEffect } from "react";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { RequestFailure } from "../../ui/Failure";
import { Loading } from "../../ui/Loading";
import { ConversationChange } from "../conversationChange";
import { OpenConversation } from "./OpenConversation";
import { useConversations, useOtherTabs, useSessions, useTalk } from "./sessions/useConversations";

export function Conversation({ sessionId }: { sessionId: string }) {
  const { client } = useApi();
  const conversations = useConversations();
  const { sessions } = useSessions();
  const talk = useTalk(sessionId);
  const { asked, again } = useAsked(sessionId, (signal) =>
    unwrap(
      client.GET("/api/v1/sessions/{session_id}", {
        params: { path: { session_id: sessionId } },
        signal,
      }),
    ),
  );
  const detail = asked.status === "there" ? asked.value : null;
  const openTurnId = detail?.open_turn_id ?? null;
  const ended = talk.turns.filter((turn) => turn.done !== null).length;

  useEffect(() => {
    if (openTurnId !== null) conversations.resume(sessionId, openTurnId);
  }, [conversations, sessionId, openTurnId]);

  const askAgain = useCallback(() => {
    again();
    sessions.refresh();
  }, [again, sessions]);

  const hear = useCallback(
    (other: string) => {
      if (other === sessionId) askAgain();
      else sessions.refresh();
    },
    [sessionId, askAgain, sessions],
  );
  useOtherTabs(hear);

  // What is over or was refused is loaded again: the history, the step, an answer that another window waits for.
  useEffect(() => {
    if (ended > 0 || talk.refusal !== null) askAgain();
  }, [ended, talk.refusal, askAgain]);

  if (asked.status === "failed" && talk.turns.length === 0)
    return (
      <div className="p-4 sm:p-6">
        <RequestFailure error={asked.error} onRetry={again} />
      </div>
    );
  if (asked.status === "waiting" && talk.turns.length === 0)
    return (
      <div className="p-4 sm:p-6">
        <Loading />
      </div>
    );
  return (
    <ConversationChange value={askAgain}>
      <OpenConversation sessionId={sessionId} detail={detail} />
    </ConversationChange>
  );
}
