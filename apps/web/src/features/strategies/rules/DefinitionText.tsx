// A text in a frame of its own, with copy and download.
import { useState } from "react";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { words } from "../words";

export function DefinitionText({ text, fileName }: { text: string; fileName: string }) {
  const say = useWords(words);
  const [outcome, setOutcome] = useState<"copied" | "copy_failed" | null>(null);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setOutcome("copied"),
      () => setOutcome("copy_failed"),
    );
  };
  return (
    <>
      <pre
        // The frame scrolls, so a keyboard must be able to reach it.
        tabIndex={0}
        role="region"
        aria-label={say("definition")}
        className="max-h-96 overflow-auto rounded-md bg-well p-3 font-mono text-sm"
      >
        {text}
      </pre>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button kind="quiet" onClick={copy}>
          {say("copy")}
        </Button>
        <Button kind="quiet" onClick={() => download(text, fileName)}>
          {say("download")}
        </Button>
        <span role="status" className="text-sm text-soft">
          {outcome && say(outcome)}
        </span>
      </div>
    </>
  );
}

function download(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
