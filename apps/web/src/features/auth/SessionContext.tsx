// Gives every component the session and its state.
import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import type { Session, SessionState } from "./session";

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  useEffect(() => {
    const follow = (event: StorageEvent) => session.follow(event);
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, [session]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("useSession needs a SessionProvider above it");
  return session;
}

export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.get);
}
