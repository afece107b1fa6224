// Turns the verdict of a session into a strategy, and goes to its page.
import { useLocation } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { FailureText } from "../../../ui/Failure";
import { Button } from "../../../ui/form/Button";
import { useAction } from "../../../ui/useAction";
import { addressOf } from "../../places";
import { sessionWords } from "./sessionWords";

export function MakeStrategy({ sessionId }: { sessionId: string }) {
  const say = useWords(sessionWords);
  const { client } = useApi();
  const { language } = useLanguage();
  const [, goTo] = useLocation();
  const making = useAction(async () => {
    const made = await unwrap(
      client.POST("/api/v1/strategies/from-research", {
        body: { research_session_id: sessionId, direction: "long", language },
      }),
    );
    goTo(`${addressOf("strategies")}/${made.strategy_id}`);
  });
  return (
    <>
      <Button busy={making.isBusy} data-testid="make-strategy" onClick={() => making.run()}>
        {say("make_strategy")}
      </Button>
      {making.error !== null && (
        <p role="alert" className="text-danger">
          <FailureText error={making.error} />
        </p>
      )}
    </>
  );
}
