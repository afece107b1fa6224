// Where files are dropped or chosen; they are sent at once, and what they hold is shown on a page of its own. A file that
// is dropped beside the area counts as well: the browser would open it and leave the page.
import { useEffect, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useWords } from "../../../i18n/words";
import { ActionFailure } from "../../../ui/ActionFailure";
import { useAction } from "../../../ui/useAction";
import { words } from "./words";

const ACCEPTED = ".csv,.tsv,.txt,.parquet,.pq,.json,.jsonl,.ndjson,.xlsx,.zip";

export function DropArea() {
  const say = useWords(words);
  const id = useId();
  const { send, count } = useUpload();
  const isOver = useDrop((files) => void send.run(files));
  return (
    <div>
      <div
        data-testid="drop-area"
        className={`rounded-lg border-2 border-dashed p-6 text-center transition-colors ${
          isOver ? "border-accent bg-accent-soft" : "border-line-strong"
        }`}
      >
        <p className="font-medium">{say("drop")}</p>
        <p className="mt-1 text-sm text-soft text-pretty">{say("drop_hint")}</p>
        <label
          htmlFor={id}
          className="mt-4 inline-flex min-h-10 cursor-pointer items-center rounded-md border border-line-strong px-4 py-2 font-medium hover:bg-well has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          {say("choose")}
          <input
            id={id}
            type="file"
            multiple
            accept={ACCEPTED}
            disabled={send.isBusy}
            className="sr-only"
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              event.target.value = "";
              void send.run(files);
            }}
          />
        </label>
        <p role="status" className="mt-3 text-sm text-soft empty:hidden">
          {send.isBusy && say("uploading", { count })}
        </p>
      </div>
      <ActionFailure error={send.error} />
    </div>
  );
}

/** Whether files are being dragged over the page; `onDrop` gets them, wherever they are let go. */
function useDrop(onDrop: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setIsOver(false);
      latest.current([...event.dataTransfer.files]);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, []);
  return isOver;
}

function useUpload() {
  const api = useApi();
  const [, go] = useLocation();
  const [count, setCount] = useState(0);
  const send = useAction(async (files: File[]) => {
    if (files.length === 0) return;
    setCount(files.length);
    const form = new FormData();
    for (const file of files) form.append("files", file, file.name);
    const call = api.client.POST("/api/v1/data/imports", {
      body: { files: [] },
      bodySerializer: () => form,
    });
    const { import_id } = await unwrap(call);
    go(`/data/imports/${import_id}`);
  });
  return { send, count };
}
