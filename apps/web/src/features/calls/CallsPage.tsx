// The call book: every verdict as it was given, settled by rule, scored once enough of them have settled.
import { Link } from "wouter";
import { useSay } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { Asked } from "../../ui/Asked";
import { Button } from "../../ui/Button";
import { FailureText } from "../../ui/Failure";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { Picture } from "../../ui/Picture";
import { FeatureIntro } from "../FeatureIntro";
import { CallItem } from "./CallItem";
import { ScoresPanel } from "./ScoresPanel";
import { useCallBook } from "./useCallBook";
import { Verify } from "./Verify";
import { words } from "./words";

export default function CallsPage() {
  const book = useCallBook();
  return (
    <Asked of={book.first}>
      {({ calls }) => (calls.length === 0 ? <Empty /> : <Book {...book} />)}
    </Asked>
  );
}

function Book({ calls, next, more, isBusy, error }: ReturnType<typeof useCallBook>) {
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
          {error !== null && (
            <div role="alert" className="mt-3 text-danger">
              <FailureText error={error} />
            </div>
          )}
          {next !== null && (
            <Button kind="quiet" className="mt-3" busy={isBusy} onClick={() => void more()}>
              {say("more")}
            </Button>
          )}
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
