// One import: what was found and how it is read, confirmed or cancelled; then its progress, what came of it, and undo.
import { useState } from "react";
import { useLocation } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { useFormat } from "../../../i18n/format";
import { useSay } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { ActionFailure } from "../../../ui/ActionFailure";
import { Asked } from "../../../ui/form/Asked";
import { Button } from "../../../ui/form/Button";
import { LinkButton } from "../../../ui/form/LinkButton";
import { PageHead } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { useAction } from "../../../ui/useAction";
import { JobProgress } from "../../jobs/JobProgress";
import { ResearchLink } from "../ResearchLink";
import { Instruments, Preview, Problems } from "./Found";
import { Questions, Readings } from "./Guesses";
import { type DataImport, questionsOf, someOf } from "./model";
import { UndoButton } from "./UndoButton";
import { words } from "./words";

export default function ImportPage({ id }: { id: string }) {
  const api = useApi();
  const found = useAsked(`import ${id}`, (signal) =>
    unwrap(
      api.client.GET("/api/v1/data/imports/{import_id}", {
        params: { path: { import_id: id } },
        signal,
      }),
    ),
  );
  return (
    <Asked of={found}>
      {(value) => <OneImport key={id} asked={value} onChanged={found.again} />}
    </Asked>
  );
}

/** `newer` is what an answer or a confirmation brought; what is asked later counts for more. */
function OneImport({ asked, onChanged }: { asked: DataImport; onChanged: () => void }) {
  const say = useWords(words);
  const page = useSay();
  const [newer, setNewer] = useState<{ than: DataImport; found: DataImport } | null>(null);
  const found = newer?.than === asked ? newer.found : asked;
  const setFound = (next: DataImport) => setNewer({ than: asked, found: next });
  return (
    <article className="mx-auto w-full max-w-6xl">
      <PageHead
        back={{ href: "/data", label: page("nav.data") }}
        title={say("title", { files: someOf(found.names, say) })}
        text={<Lede found={found} />}
        actions={<Actions found={found} onChanged={onChanged} />}
      />
      <div className="space-y-4">
        {found.status === "storing" && found.job_id !== null && (
          <Panel>
            <JobProgress jobId={found.job_id} onEnd={onChanged} />
          </Panel>
        )}
        {found.error !== null && (
          <p role="alert" className="text-danger">
            {say("failed_because", { error: found.error })}
          </p>
        )}
        {found.status === "staged" && <Review found={found} onFound={setFound} />}
        <Instruments found={found} />
        <Problems found={found} />
        <Preview found={found} />
      </div>
    </article>
  );
}

function Lede({ found }: { found: DataImport }) {
  const say = useWords(words);
  const format = useFormat();
  const { status, stored } = found;
  if (status === "stored" && stored !== null) {
    const { bars, rows, instruments } = stored;
    const counts = { bars: format.number(bars, 0), rows: format.number(rows, 0), instruments };
    return <span role="status">{say("lede_stored", counts)}</span>;
  }
  const phrases = {
    staged: "lede_staged",
    storing: "lede_storing",
    undoing: "lede_failed",
    stored: "lede_undone",
    failed: "lede_failed",
    undone: "lede_undone",
  } as const;
  return <span role="status">{say(phrases[status])}</span>;
}

function Review({ found, onFound }: { found: DataImport; onFound: (next: DataImport) => void }) {
  const api = useApi();
  const params = { path: { import_id: found.import_id } };
  const answer = useAction(async (answers: Record<string, string>) => {
    const call = api.client.PATCH("/api/v1/data/imports/{import_id}", {
      params,
      body: { answers },
    });
    onFound(await unwrap(call));
  });
  const answered = Object.entries(found.answers).flat().join(" ");
  const given = {
    found,
    isBusy: answer.isBusy,
    onAnswer: (answers: Record<string, string>) => void answer.run(answers),
  };
  return (
    <>
      <ActionFailure error={answer.error} />
      <Questions key={`questions ${answered}`} {...given} />
      <Readings key={`readings ${answered}`} {...given} />
      <Decision found={found} isBusy={answer.isBusy} onFound={onFound} />
    </>
  );
}

interface DecisionProps {
  found: DataImport;
  isBusy: boolean;
  onFound: (next: DataImport) => void;
}

function Decision({ found, isBusy, onFound }: DecisionProps) {
  const api = useApi();
  const say = useWords(words);
  const [, go] = useLocation();
  const params = { path: { import_id: found.import_id } };
  const confirm = useAction(async () => {
    const call = api.client.POST("/api/v1/data/imports/{import_id}/confirm", {
      params,
      body: { answers: {} },
    });
    onFound(await unwrap(call));
  });
  const cancel = useAction(async () => {
    await unwrap(api.client.DELETE("/api/v1/data/imports/{import_id}", { params }));
    go("/data");
  });
  const open = questionsOf(found).length;
  const isEmpty = found.instruments.every(({ rows }) => rows === 0);
  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          busy={confirm.isBusy}
          disabled={open > 0 || isEmpty || isBusy || confirm.isBusy}
          onClick={() => void confirm.run()}
        >
          {say("confirm")}
        </Button>
        <Button kind="quiet" busy={cancel.isBusy} onClick={() => void cancel.run()}>
          {say("cancel")}
        </Button>
        {open > 0 && (
          <p role="status" className="text-sm text-soft">
            {say("open_questions", { count: open })}
          </p>
        )}
        {open === 0 && isEmpty && (
          <p role="status" className="text-sm text-soft">
            {say("nothing_left")}
          </p>
        )}
      </div>
      <ActionFailure error={confirm.error ?? cancel.error} />
    </div>
  );
}

function Actions({ found, onChanged }: { found: DataImport; onChanged: () => void }) {
  const say = useWords(words);
  const symbol = found.symbols[0];
  return (
    <>
      {found.status === "stored" && symbol !== undefined && (
        <>
          <ResearchLink symbol={symbol} kind="primary" />
          <LinkButton href={`/data/${encodeURIComponent(symbol)}`}>
            {say("show_data", { symbol })}
          </LinkButton>
        </>
      )}
      {found.can_undo && <UndoButton importId={found.import_id} onUndone={onChanged} />}
    </>
  );
}
