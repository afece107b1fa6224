// A person's conversations: search, the newest first, more on demand, and a new one.
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { useSay } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { FailureText } from "../../../ui/Failure";
import { addressOf } from "../../places";
import { DeleteSession } from "./DeleteSession";
import { SessionItem } from "./SessionItem";
import type { SessionList, SessionListing, SessionRow } from "./sessionListing";
import { useConversations, useSessions } from "./useConversations";
import { words } from "../words";

interface SessionsProps {
  sessionId: string | null;
  /** Called when a conversation was chosen, so that a drawer can close. */
  onLeave: () => void;
}

export function Sessions({ sessionId, onLeave }: SessionsProps) {
  const say = useWords(words);
  const [, navigate] = useLocation();
  const conversations = useConversations();
  const { sessions, listing } = useSessions();
  const [leaving, setLeaving] = useState<SessionRow | null>(null);
  useEffect(() => sessions.refresh(), [sessions]);

  function forget(row: SessionRow) {
    setLeaving(null);
    conversations.forget(row.session_id);
    if (row.session_id === sessionId) navigate(addressOf("chat"));
  }

  return (
    <nav aria-label={say("conversations")} className="flex h-full min-h-0 flex-col gap-3 p-3">
      <Link
        href={addressOf("chat")}
        data-testid="new-conversation"
        onClick={onLeave}
        className="inline-flex min-h-10 items-center justify-center rounded-md border border-line-strong font-medium hover:bg-well"
      >
        {say("new_conversation")}
      </Link>
      <input
        type="search"
        data-testid="session-search"
        aria-label={say("search")}
        placeholder={say("search")}
        maxLength={200}
        value={listing.search}
        onChange={(event) => sessions.search(event.target.value)}
        className="min-h-10 w-full rounded-md border border-line-strong bg-surface px-3 text-[max(16px,1rem)] placeholder:text-soft"
      />
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        <ul className="space-y-0.5">
          {listing.rows.map((row) => (
            <SessionItem
              key={row.session_id}
              row={row}
              isCurrent={row.session_id === sessionId}
              onLeave={onLeave}
              onDelete={() => setLeaving(row)}
            />
          ))}
        </ul>
        <ListEnd listing={listing} sessions={sessions} />
      </div>
      {leaving && (
        <DeleteSession
          row={leaving}
          onDeleted={() => forget(leaving)}
          onCancel={() => setLeaving(null)}
        />
      )}
    </nav>
  );
}

function ListEnd({ listing, sessions }: { listing: SessionListing; sessions: SessionList }) {
  const say = useWords(words);
  const sayShared = useSay();
  const { status, rows, search, next, error } = listing;
  if (status === "failed")
    return (
      <div role="alert" className="p-3 text-sm text-soft">
        <p className="font-medium text-danger">{say("list_failed")}</p>
        <FailureText error={error} />
        <Button kind="quiet" className="mt-2" onClick={sessions.refresh}>
          {sayShared("failure.try_again")}
        </Button>
      </div>
    );
  if (status === "there" && rows.length === 0)
    return (
      <p role="status" className="p-3 text-sm text-soft">
        {search ? say("none_found", { search }) : say("no_conversations")}
      </p>
    );
  return next ? (
    <Button kind="quiet" className="mt-2 w-full" onClick={sessions.more}>
      {sayShared("app.more")}
    </Button>
  ) : null;
}
