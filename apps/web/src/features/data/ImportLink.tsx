// The way to the page where files are imported.
import { useWords } from "../../i18n/words";
import { LinkButton } from "../../ui/form/LinkButton";
import { words } from "./words";

export function ImportLink({ kind = "quiet" }: { kind?: "primary" | "quiet" }) {
  const say = useWords(words);
  return (
    <LinkButton href="/data" kind={kind}>
      {say("offer_import")}
    </LinkButton>
  );
}
