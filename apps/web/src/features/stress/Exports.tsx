// Takes the report along as a file, in the language of the page.
import { useApi } from "../../api/ApiContext";
import { saveFile } from "../../api/saveFile";
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { ActionFailure } from "../../ui/ActionFailure";
import { Button } from "../../ui/form/Button";
import { useAction } from "../../ui/useAction";
import { words } from "./words";

const KINDS = ["html", "markdown", "pdf"] as const;

export function Exports({ id }: { id: string }) {
  const api = useApi();
  const say = useWords(words);
  const { language } = useLanguage();
  const saving = useAction((kind: (typeof KINDS)[number]) =>
    saveFile(api, `/api/v1/stress/${encodeURIComponent(id)}/${kind}?language=${language}`),
  );
  return (
    <>
      {KINDS.map((kind) => (
        <Button
          key={kind}
          kind="quiet"
          disabled={saving.isBusy}
          onClick={() => void saving.run(kind)}
        >
          {say(`export_${kind}`)}
        </Button>
      ))}
      <ActionFailure error={saving.error} />
    </>
  );
}
