// Fills in a definition that works: one of the server's own templates, on its fictional data.
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { ActionFailure } from "../../../ui/ActionFailure";
import { newWords } from "./newWords";
import { useAction } from "../../../ui/useAction";

const EXAMPLE = {
  ticker: "DEMO1.SZ",
  family: "trend_continuation",
  holding_period: "swing_days",
} as const;

export function ExampleButton({ onExample }: { onExample: (text: string) => void }) {
  const say = useWords(newWords);
  const { client } = useApi();
  const { language } = useLanguage();
  const filling = useAction(async () => {
    const { templates } = await unwrap(
      client.GET("/api/v1/strategies/templates", { params: { query: { ...EXAMPLE, language } } }),
    );
    const [first] = templates;
    if (first) onExample(JSON.stringify(first.document, null, 2));
  });
  return (
    <>
      <Button kind="quiet" busy={filling.isBusy} onClick={() => void filling.run()}>
        {say("example")}
      </Button>
      <ActionFailure error={filling.error} />
    </>
  );
}
