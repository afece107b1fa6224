// The first page of research: the form to begin, and what was researched before.
import { useSay } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Asked } from "../../../ui/Asked";
import { PageHead } from "../../../ui/PageHead";
import { Picture } from "../../../ui/Picture";
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
    <FeatureIntro
      place="research"
      before="data"
      path="research"
      here={["experts", "debate", "resolution"]}
      picture={<Drawing />}
      action={<StartForm title={say("begin")} />}
    />
  );
}

/** Five experts, two sides, one scale. */
function Drawing() {
  return (
    <Picture>
      {[24, 64, 104, 144, 184].map((x) => (
        <g key={x}>
          <circle cx={x} cy="18" r="8" />
          <path d={`M${x} 28L${x < 104 ? 64 : x > 104 ? 144 : 104} 54`} strokeDasharray="3 5" />
        </g>
      ))}
      <g className="text-accent">
        <path d="M104 54v58M84 112h40M52 62h104" />
        <path d="M34 88a18 12 0 0 0 36 0zM34 88l18-26 18 26M138 88a18 12 0 0 0 36 0zM138 88l18-26 18 26" />
      </g>
    </Picture>
  );
}
