// Each change of a deployment: what, by whom, when and why.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { actorOf } from "../trading";
import { words } from "../words";
import { BookPanel } from "./BookPanel";
import { bookWords } from "./bookWords";

export function HistoryPanel({ id, updatedAt }: { id: string; updatedAt: string }) {
  const say = useWords(bookWords);
  const sayState = useWords(words);
  const format = useFormat();
  const { client } = useApi();
  const params = { path: { deployment_id: id } };
  const history = useAsked(`history:${id}:${updatedAt}`, async (signal) => {
    const answer = client.GET("/api/v1/deployments/{deployment_id}/history", { params, signal });
    return { changes: (await unwrap(answer)).changes };
  });
  return (
    <BookPanel title={say("history")} none={null} asking={history}>
      {({ changes }) => (
        <ol className="space-y-2">
          {changes.toReversed().map((change) => (
            <li key={change.number}>
              <span className="font-medium">{say(`did_${change.action}`)}</span>{" "}
              <span className="text-soft">
                {format.dateTime(change.at)} · {say(`by_${actorOf(change.by)}`)}
              </span>
              {change.blocker && (
                <span className="block text-danger">{sayState(change.blocker)}</span>
              )}
              {change.reason && (
                <span className="block break-words">
                  {change.reason === "replay_ended" ? say("replay_ended") : change.reason}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </BookPanel>
  );
}
