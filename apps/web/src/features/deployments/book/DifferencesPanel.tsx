// Where the broker and the server's book disagreed, and what was done; a person's look lets entries go on.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { Button } from "../../../ui/form/Button";
import { ActionFailure } from "../../../ui/ActionFailure";
import { MoreButton } from "../../../ui/form/MoreButton";
import type { DeploymentDetail, Difference } from "../trading";
import { useAction } from "../../../ui/useAction";
import { BookPanel } from "./BookPanel";
import { bookWords } from "./bookWords";
import { type BookOf, useBook } from "./useBook";

interface DifferencesPanelProps {
  of: BookOf;
  money: DeploymentDetail["money"];
  onLooked: () => void;
}

export function DifferencesPanel({ of, money, onLooked }: DifferencesPanelProps) {
  const say = useWords(bookWords);
  const { language } = useLanguage();
  const { client } = useApi();
  const found = useBook<Difference>({
    name: "differences",
    of,
    ask: async (params, signal) => {
      const page = await unwrap(
        client.GET("/api/v1/deployments/{deployment_id}/differences", { params, signal }),
      );
      return { items: page.differences, next: page.next };
    },
  });
  const looking = useAction(async () => {
    const params = { path: { deployment_id: of.id } };
    await unwrap(client.POST("/api/v1/deployments/{deployment_id}/differences/look", { params }));
    found.asking.again();
    onLooked();
  });
  return (
    <BookPanel
      title={say("differences")}
      none={say("differences_none")}
      asking={found.asking}
      isEmpty={(rows) => rows.length === 0}
    >
      {(rows) => (
        <>
          <ul className="space-y-2">
            {rows.map((each) => (
              <li key={each.number} className="flex flex-wrap items-baseline gap-2">
                <Badge tone={each.state === "standing" ? "danger" : "plain"}>
                  {say(each.state)}
                </Badge>
                <span className="min-w-0 break-words">{each.told[language]}</span>
              </li>
            ))}
          </ul>
          <MoreButton of={found} />
          {money?.stopped && (
            <Button className="mt-3" busy={looking.isBusy} onClick={() => void looking.run()}>
              {say("look")}
            </Button>
          )}
          <ActionFailure error={looking.error} />
        </>
      )}
    </BookPanel>
  );
}
