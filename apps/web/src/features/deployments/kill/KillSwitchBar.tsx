// Says on every page that a kill switch is on, since when and why, and holds the way to turn it off.
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Icon } from "../../../ui/Icon";
import { ReasonDialog } from "../ReasonDialog";
import { actorOf, deploymentAddress, DEPLOYMENTS, type Switch } from "../trading";
import { useAction } from "../../../ui/useAction";
import { switchWords } from "./switchWords";
import { turnSwitch, useSwitches } from "./useSwitches";

const ACT =
  "inline-flex min-h-10 items-center rounded-md border border-danger px-3 font-medium text-danger hover:bg-well";

export function KillSwitchBar() {
  const { asked } = useSwitches();
  const [released, setReleased] = useState<Switch | null>(null);
  const on = asked.status === "there" ? asked.value : [];
  const wide = on.filter((each) => each.scope !== "deployment");
  const single = on.filter((each) => each.scope === "deployment");
  // The region stands also while it is empty: only then is what appears in it read out.
  return (
    <>
      <div role="status">
        {wide.map((each) => (
          <WideLine key={each.scope} turned={each} onRelease={() => setReleased(each)} />
        ))}
        {single.length > 0 && <SingleLine turned={single} />}
      </div>
      {released && <ReleaseQuestion turned={released} onClose={() => setReleased(null)} />}
    </>
  );
}

function WideLine({ turned, onRelease }: { turned: Switch; onRelease: () => void }) {
  const say = useWords(switchWords);
  const format = useFormat();
  const who = say(actorOf(turned.by));
  return (
    <Line
      testId="kill-switch-on"
      text={say(turned.scope === "global" ? "on_global" : "on_person")}
      detail={say("since", { who, when: format.dateTime(turned.at), reason: turned.reason })}
    >
      <button type="button" className={ACT} onClick={onRelease}>
        {say("release")}
      </button>
    </Line>
  );
}

function SingleLine({ turned }: { turned: Switch[] }) {
  const say = useWords(switchWords);
  const href = turned.length === 1 ? deploymentAddress(turned[0]!.target) : DEPLOYMENTS;
  return (
    <Line testId="kill-switch-on-single" text={say("on_deployment", { count: turned.length })}>
      <Link href={href} className={ACT}>
        {say("see")}
      </Link>
    </Line>
  );
}

interface LineProps {
  testId: string;
  text: string;
  detail?: string;
  children: ReactNode;
}

function Line({ testId, text, detail, children }: LineProps) {
  return (
    <div
      data-testid={testId}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-danger bg-danger-soft px-4 py-2 text-danger lg:px-8"
    >
      <p className="flex min-w-0 flex-1 basis-60 gap-2">
        <Icon name="warning" className="mt-0.5 size-5" />
        <span className="min-w-0 break-words">
          <strong className="font-semibold">{text}</strong>
          {detail && <span className="block text-sm">{detail}</span>}
        </span>
      </p>
      {children}
    </div>
  );
}

/** Turning it off lets strategies trade again, so it is asked about. */
export function ReleaseQuestion({ turned, onClose }: { turned: Switch; onClose: () => void }) {
  const api = useApi();
  const say = useWords(switchWords);
  const releasing = useAction((reason: string) =>
    turnSwitch(api, turned, { is_on: false, reason: reason || say("release_default") }),
  );
  return (
    <ReasonDialog
      title={say("release_title")}
      action={say("release")}
      reasonLabel={say("release_reason")}
      testId="kill-switch-release"
      kind="primary"
      busy={releasing.isBusy}
      error={releasing.error}
      onConfirm={(reason) => void releasing.run(reason).then((isDone) => isDone && onClose())}
      onCancel={onClose}
    >
      <p>{say("release_text")}</p>
    </ReasonDialog>
  );
}
