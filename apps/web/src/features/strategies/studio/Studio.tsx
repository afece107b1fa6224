// A saved strategy under edit: its rules as blocks and as text, in step, with an instant backtest beside them.
import { useMemo, useState } from "react";
import { useWords } from "../../../i18n/words";
import { Choice } from "../../../ui/form/Choice";
import { useMediaQuery } from "../../../ui/useMediaQuery";
import { ProblemList } from "../editing/ProblemList";
import type { Problem, Strategy, Validation } from "../types";
import { ComparePanel } from "../versions/ComparePanel";
import { VersionsPanel } from "../versions/VersionsPanel";
import { BlockCard } from "./BlockCard";
import { blocksOf, homeless } from "./blocks";
import { ConflictNote } from "./ConflictNote";
import { DefinitionEditor } from "./DefinitionEditor";
import { InstantPanel } from "./InstantPanel";
import { formatOf, nearestPlace, placesIn } from "./places";
import { SaveBar } from "./SaveBar";
import { studioWords } from "./studioWords";
import { useDraft } from "./useDraft";
import { useDraftCheck } from "./useDraftCheck";
import { useInstantRun } from "./useInstantRun";
import { useSaving } from "./useSaving";

export function Studio({ strategy, onChanged }: { strategy: Strategy; onChanged: () => void }) {
  const say = useWords(studioWords);
  const id = strategy.strategy_id;
  const { draft, edit, isRestored, isChanged } = useDraft(strategy);
  const check = useDraftCheck(draft, edit);
  const saving = useSaving(id, draft, edit, strategy.version);
  const [isOn, setIsOn] = useState(true);
  const run = useInstantRun(id, check.isInvalid ? null : draft.document, {
    isTyped: draft.isTyped,
    isOn,
  });
  const [shown, setShown] = useState<{ line: number } | null>(null);
  const [view, setView] = useState<"blocks" | "text">("blocks");
  const isWide = useMediaQuery("(min-width: 64rem)");
  const places = useMemo(() => placesIn(draft.text), [draft.text]);
  const lineOf = (pointer: string) => nearestPlace(places, pointer)?.line ?? null;
  const show = (pointer: string) => {
    const line = lineOf(pointer);
    if (line !== null) setShown({ line });
  };
  const isArchived = strategy.archived_at !== null;
  const blocks = (
    <Blocks
      draft={draft}
      validation={check.last}
      problems={check.problems}
      isUnread={check.isInvalid}
      onNumber={
        draft.document === null || isArchived
          ? null
          : (pointer, value) => edit({ kind: "number", pointer, value })
      }
      onShow={(pointer) => {
        show(pointer);
      }}
      lineOf={lineOf}
    />
  );
  const text = (
    <section aria-label={say("text")} className="flex min-h-0 flex-1 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p
          role="status"
          data-testid="studio-check"
          className={check.isInvalid ? "text-danger" : "text-soft"}
        >
          {check.isChecking && say("checking")}
          {!check.isChecking &&
            (check.isInvalid
              ? `✗ ${say("problems", { count: check.problems.length })}`
              : `✓ ${say("valid")}`)}
        </p>
        <Choice
          label={say("format")}
          options={[
            { value: "json", label: "JSON" },
            { value: "yaml", label: "YAML" },
          ]}
          value={formatOf(draft.text)}
          onChoose={(format) => edit({ kind: "format", format })}
        />
      </div>
      <DefinitionEditor
        text={draft.text}
        isReadOnly={isArchived}
        onType={(typed) => edit({ kind: "typed", text: typed })}
        faulty={new Set(check.problems.flatMap(({ pointer }) => lineOf(pointer) ?? []))}
        shown={shown}
      />
    </section>
  );
  const panel = (
    <InstantPanel
      run={run}
      isOn={isOn}
      onSwitch={setIsOn}
      isInvalid={check.isInvalid}
      base={strategy.version}
    />
  );
  return (
    <>
      {isRestored && isChanged && <p className="mb-3 text-soft">{say("restored")}</p>}
      {isArchived && <p className="mb-3 text-danger">{say("archived")}</p>}
      {saving.current !== null && (
        <ConflictNote
          strategyId={id}
          base={draft.base}
          current={saving.current}
          isBusy={saving.isBusy}
          onSaveOnTop={() => saving.save(saving.current ?? draft.base)}
          onTakeLatest={saving.takeLatest}
        />
      )}
      {isWide ? (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
          {blocks}
          <div className="sticky top-18 flex max-h-[calc(100dvh-9.5rem)] min-h-0 flex-col gap-4">
            {panel}
            {text}
          </div>
        </div>
      ) : (
        <div className="space-y-4">
          {panel}
          <Choice
            label={say("view")}
            options={[
              { value: "blocks", label: say("view_blocks") },
              { value: "text", label: say("view_text") },
            ]}
            value={view}
            onChoose={setView}
          />
          {view === "blocks" ? blocks : text}
        </div>
      )}
      <SaveBar
        draft={draft}
        edit={edit}
        isChanged={isChanged}
        saved={saving.saved}
        canSave={isChanged && !isArchived && !check.isInvalid && !check.isChecking}
        isBusy={saving.isBusy}
        error={saving.error}
        onSave={() => saving.save()}
        run={run}
      />
      <div className="mt-6 grid items-start gap-4 lg:grid-cols-2">
        <ComparePanel
          key={draft.base}
          strategyId={id}
          latest={Math.max(strategy.version, draft.base)}
        />
        <VersionsPanel
          strategy={{ ...strategy, version: Math.max(strategy.version, draft.base) }}
          shown={draft.base}
          onChanged={onChanged}
        />
      </div>
    </>
  );
}

interface BlocksProps {
  draft: ReturnType<typeof useDraft>["draft"];
  validation: Validation | null;
  problems: readonly Problem[];
  isUnread: boolean;
  onNumber: ((pointer: string, value: number) => void) | null;
  onShow: (pointer: string) => void;
  lineOf: (pointer: string) => number | null;
}

function Blocks({ draft, validation, problems, isUnread, onNumber, onShow, lineOf }: BlocksProps) {
  const say = useWords(studioWords);
  const document = draft.document ?? validation?.document ?? draft.saved;
  const { sentences = [], tunables = [] } = validation ?? {};
  const shown = blocksOf({ document, sentences, tunables, problems });
  const others = homeless(document, problems);
  return (
    <section aria-label={say("blocks")} className="min-w-0 space-y-3">
      <h2 className="sr-only">{say("blocks")}</h2>
      {isUnread && <p className="text-sm text-soft">{say("unread")}</p>}
      {others.length > 0 && (
        <div className="rounded-lg border border-danger bg-surface p-4">
          <ProblemList problems={others} />
        </div>
      )}
      <ul className="space-y-3">
        {shown.map((block) => (
          <BlockCard
            key={block.pointer}
            block={block}
            document={document}
            onNumber={onNumber}
            onShow={onShow}
            lineOf={lineOf}
          />
        ))}
      </ul>
    </section>
  );
}
