// The call book: every verdict as it was given, settled by rule, scored once enough of them have settled.
import { Link } from "wouter";
import { useSay } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { Asked } from "../../ui/Asked";
import { MoreButton } from "../../ui/MoreButton";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { Picture } from "../../ui/Picture";
import type { Pages } from "../../ui/usePages";
import { FeatureIntro } from "../FeatureIntro";
import { CallItem } from "./CallItem";
import { ScoresPanel } from "./ScoresPanel";
import type { Call } from "./types";
import { useCallBook } from "./useCallBook";
import { Verify } from "./Verify";
import { words } from "./words";

export default function CallsPage() {
  const book = useCallBook();
  return (
    <Asked of={book.asking}>
      {(calls) => (calls.length === 0 ? <Empty /> : <Book calls={calls} pages={book} />)}
    </Asked>
  );
}

function Book({ calls, pages }: { calls: readonly Call[]; pages: Pages<Call> }) {
  const ask = useSay();
  const say = useWords(words);
  return (
    <article className="mx-auto w-full max-w-6xl">
      <PageHead title={ask("nav.calls")} text={ask("calls.lede")} />
      <div className="space-y-4">
        <Verify />
        <ScoresPanel />
        <Panel title={say("list")}>
          <ul className="divide-y divide-line">
            {calls.map((call) => (
              <CallItem key={call.id} call={call} />
            ))}
          </ul>
          <MoreButton of={pages} />
        </Panel>
      </div>
    </article>
  );
}

function Empty() {
  const say = useWords(words);
  return (
    <FeatureIntro
      place="calls"
      before="research"
      path="research"
      here={["calls"]}
      picture={<Drawing />}
      action={
        <Link
          href="/research"
          className="inline-flex min-h-10 items-center rounded-md bg-action px-4 py-2 font-medium text-on-action hover:bg-action-hover"
        >
          {say("begin")}
        </Link>
      }
    />
  );
}

/** An open book whose entries are chained one to the next. */
function Drawing() {
  return (
    <Picture>
      <path d="M104 28C84 16 52 14 18 16v88c34-2 66 0 86 12 20-12 52-14 86-12V16c-34-2-66 0-86 12zM104 28v88" />
      <path d="M36 36h44M36 84h44M128 36h44M128 84h44" />
      <g className="text-accent">
        <path d="M42 54h14a6 6 0 0 1 0 12H42a6 6 0 0 1 0-12zM66 54h14a6 6 0 0 1 0 12H66a6 6 0 0 1 0-12z" />
        <path d="M132 54h14a6 6 0 0 1 0 12h-14a6 6 0 0 1 0-12zM156 54h14a6 6 0 0 1 0 12h-14a6 6 0 0 1 0-12z" />
        <path d="M54 60h14M144 60h14" />
      </g>
    </Picture>
  );
}
