// The page of one test or search: what it was, then its report or how far it is, and the way to delete it.
import { type ReactNode, useState } from "react";
import { ActionFailure } from "../../ui/ActionFailure";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/form/Button";
import { Confirm } from "../../ui/form/Confirm";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { useAction } from "../../ui/useAction";
import { useTitle } from "../../ui/useTitle";
import type { StressTest } from "./report";
import { isUnderWay } from "./underWay";
import { Unfinished, type UnfinishedPhrase } from "./Unfinished";

type DeletionPhrase = "delete" | "delete_title" | "delete_text";

interface DetailPageProps {
  of: Pick<StressTest, "name" | "status" | "error" | "job_id">;
  say: (phrase: UnfinishedPhrase | DeletionPhrase | "demo") => string;
  text: ReactNode;
  back: { href: string; label: string };
  actions?: ReactNode;
  isDemo: boolean;
  /** Null until there is one. */
  report: ReactNode;
  /** Where one may go from here. */
  ways: ReactNode;
  onEnd: () => void;
  /** Deletes it and leaves the page. */
  remove: () => Promise<void>;
}

export function DetailPage(props: DetailPageProps) {
  const { of, say, text, back, actions, isDemo, report, ways, onEnd, remove } = props;
  useTitle(of.name);
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHead title={of.name} text={text} back={back} actions={actions} />
      {isDemo && (
        <p className="mb-4">
          <Badge tone="accent">{say("demo")}</Badge>
        </p>
      )}
      {report ?? (
        <Panel>
          <Unfinished of={of} say={say} onEnd={onEnd} />
        </Panel>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-4">
        {ways}
        {!isUnderWay(of) && <Deletion say={say} remove={remove} />}
      </div>
    </div>
  );
}

interface DeletionProps {
  say: (phrase: DeletionPhrase) => string;
  remove: () => Promise<void>;
}

/** The button that deletes, after asking. */
function Deletion({ say, remove }: DeletionProps) {
  const [isAsking, setAsking] = useState(false);
  const deletion = useAction(remove);
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {say("delete")}
      </Button>
      {isAsking && (
        <Confirm
          title={say("delete_title")}
          action={say("delete")}
          busy={deletion.isBusy}
          onConfirm={() => void deletion.run()}
          onCancel={() => setAsking(false)}
        >
          <p>{say("delete_text")}</p>
          <ActionFailure error={deletion.error} />
        </Confirm>
      )}
    </>
  );
}
