// What can be done with the edit, always in reach: back and forth, save, drop; and what was tried so far.
import { useState } from "react";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { ActionFailure } from "../../../ui/ActionFailure";
import { Button } from "../../../ui/form/Button";
import { Confirm } from "../../../ui/form/Confirm";
import type { Draft, Edit } from "./draft";
import { studioWords } from "./studioWords";
import type { InstantRun } from "./useInstantRun";

interface SaveBarProps {
  draft: Draft;
  edit: (edit: Edit) => void;
  isChanged: boolean;
  /** The version that was just saved. */
  saved: number | null;
  canSave: boolean;
  isBusy: boolean;
  error: unknown;
  onSave: () => void;
  run: InstantRun;
}

export function SaveBar(props: SaveBarProps) {
  const { draft, edit, isChanged, saved, canSave, isBusy, error, onSave, run } = props;
  const say = useWords(studioWords);
  const [isDropping, setIsDropping] = useState(false);
  const base = { version: draft.base };
  const state = isChanged ? "unsaved" : saved === draft.base ? "saved" : "unchanged";
  return (
    <div className="sticky bottom-0 z-10 mt-4 border-t border-line bg-paper py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60 text-sm">
          <p role="status" className="font-medium" data-testid="studio-state">
            {say(state, base)}
          </p>
          <Tried run={run} />
        </div>
        <Button
          kind="quiet"
          disabled={draft.earlier.length === 0}
          onClick={() => edit({ kind: "undo" })}
        >
          {say("undo")}
        </Button>
        <Button
          kind="quiet"
          disabled={draft.later.length === 0}
          onClick={() => edit({ kind: "redo" })}
        >
          {say("redo")}
        </Button>
        <Button kind="quiet" disabled={!isChanged} onClick={() => setIsDropping(true)}>
          {say("discard")}
        </Button>
        <Button
          busy={isBusy}
          disabled={isBusy || !canSave}
          onClick={onSave}
          data-testid="studio-save"
        >
          {say("save", { version: draft.base + 1 })}
        </Button>
      </div>
      <ActionFailure error={error} />
      {isDropping && (
        <Confirm
          title={say("discard_title")}
          action={say("discard")}
          onConfirm={() => {
            edit({ kind: "begin", document: draft.saved, base: draft.base, format: "json" });
            setIsDropping(false);
          }}
          onCancel={() => setIsDropping(false)}
        >
          <p>{say("discard_text", base)}</p>
        </Confirm>
      )}
    </div>
  );
}

function Tried({ run: { result, first } }: { run: InstantRun }) {
  const say = useWords(studioWords);
  const format = useFormat();
  if (result === null || first === null) return null;
  const count = format.number(result.trials, 0);
  const more = result.trials - first.trials;
  return (
    <p className="text-soft" data-testid="studio-trials" title={say("trials_text")}>
      <span className="lg:hidden">
        {say("total_return")} {format.signedPercent(result.figures.total_return)} ·{" "}
      </span>
      {more > 0
        ? say("trials_new", { count, new: format.number(more, 0) })
        : say("trials", { count })}
    </p>
  );
}
