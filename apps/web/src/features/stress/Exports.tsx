// Takes the report along as a file, in the language of the page.
import { useApi } from "../../api/ApiContext";
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/Button";
import { ActionFailure } from "../../ui/ActionFailure";
import { download } from "./download";
import { useAction } from "../../ui/useAction";
import { words } from "./words";

const KINDS = ["html", "markdown", "pdf"] as const;

export function Exports({ id }: { id: string }) {
  const say = useWords(words);
  const exporting = useAction();
  return (
    <>
      {KINDS.map((kind) => (
        <ExportButton key={kind} id={id} kind={kind} label={say(`export_${kind}`)} {...exporting} />
      ))}
      <ActionFailure error={exporting.error} />
    </>
  );
}

interface ExportButtonProps {
  id: string;
  kind: (typeof KINDS)[number];
  label: string;
  isBusy: boolean;
  run: (act: () => Promise<void>) => void;
}

function ExportButton({ id, kind, label, isBusy, run }: ExportButtonProps) {
  const api = useApi();
  const { language } = useLanguage();
  const path = `/api/v1/stress/${encodeURIComponent(id)}/${kind}?language=${language}`;
  return (
    <Button kind="quiet" disabled={isBusy} onClick={() => run(() => download(api, path))}>
      {label}
    </Button>
  );
}
