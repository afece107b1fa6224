// What the person said; the last one can be changed and sent again.
import { useWords } from "../../../i18n/words";
import type { PersonEntry } from "./entries";
import { words } from "../words";

interface PersonMessageProps {
  entry: PersonEntry;
  onEdit: ((text: string) => void) | null;
}

export function PersonMessage({ entry, onEdit }: PersonMessageProps) {
  const say = useWords(words);
  return (
    <li data-testid="message-user" className="flex flex-col items-end">
      <p className="max-w-[85%] rounded-2xl rounded-br-sm bg-action px-4 py-2 break-words whitespace-pre-wrap text-on-action">
        <span className="sr-only">{say("you")} </span>
        {entry.text}
      </p>
      {onEdit && (
        <button
          type="button"
          data-testid="edit-message"
          onClick={() => onEdit(entry.text)}
          className="min-h-10 px-2 text-sm text-soft underline-offset-4 hover:text-ink hover:underline"
        >
          {say("edit")}
        </button>
      )}
    </li>
  );
}
