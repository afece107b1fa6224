// The first page of research: the form to begin, and what was researched before.
import { useSay } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Asked } from "../../../ui/form/Asked";
import { PageHead } from "../../../ui/PageHead";
import { FeatureIntro } from "../../FeatureIntro";
import { StartForm } from "../start/StartForm";
import { words } from "../words";
import { HistoryList } from "./HistoryList";
import { useHistory } from "./useHistory";

export function HistoryPage() {
  const say = useSay();
  const sayHere = useWords(words);
  const history = useHistory();
  return (
    <Asked of={history.asking}>
      {(sessions) =>
        sessions.length === 0 ? (
          <Empty />
        ) : (
          <div className="mx-auto w-full max-w-6xl space-y-6">
            <PageHead title={say("nav.research")} text={say("research.lede")} />
            <StartForm title={sayHere("start_title")} />
            <HistoryList sessions={sessions} pages={history} />
          </div>
        )
      }
    </Asked>
  );
}

function Empty() {
  const say = useWords(words);
  return (
    <FeatureIntro place="research">
      <StartForm title={say("begin")} />
    </FeatureIntro>
  );
}
