// Chat: where an idea becomes a strategy in conversation. Beside it the conversations there are.
import { useState } from "react";
import { Link, Route, Switch, useRoute } from "wouter";
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/form/Button";
import { useMediaQuery } from "../../ui/useMediaQuery";
import { addressOf } from "../places";
import { Conversation } from "./Conversation";
import { NewConversation } from "./NewConversation";
import { Sessions } from "./sessions/Sessions";
import { SessionsDrawer } from "./sessions/SessionsDrawer";
import { words } from "./words";

const SESSION = "/chat/:sessionId";
const nothing = () => undefined;

export default function ChatPage() {
  const say = useWords(words);
  const isWide = useMediaQuery("(min-width: 64rem)");
  const [, params] = useRoute(SESSION);
  const sessionId = params?.sessionId ?? null;
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  return (
    <div className="flex min-h-0 flex-1">
      {isWide && (
        <div className="w-64 shrink-0 border-r border-line bg-surface">
          <Sessions sessionId={sessionId} onLeave={nothing} />
        </div>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        {!isWide && (
          <div className="flex items-center justify-between border-b border-line bg-surface px-4 py-1">
            <Button
              kind="quiet"
              data-testid="sessions-toggle"
              onClick={() => setIsDrawerOpen(true)}
            >
              {say("conversations")}
            </Button>
            {sessionId !== null && (
              <Link
                href={addressOf("chat")}
                className="inline-flex min-h-10 items-center font-medium text-accent underline-offset-4 hover:underline"
              >
                {say("new_conversation")}
              </Link>
            )}
          </div>
        )}
        <Switch>
          <Route path={SESSION}>
            {({ sessionId: id }) => <Conversation key={id} sessionId={id} />}
          </Route>
          <Route>
            <NewConversation />
          </Route>
        </Switch>
      </div>
      {isDrawerOpen && !isWide && (
        <SessionsDrawer sessionId={sessionId} onClose={() => setIsDrawerOpen(false)} />
      )}
    </div>
  );
}
