// A conversation in the list: its title, when it last changed, and the way to delete it.
import { Link } from "wouter";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Icon } from "../../../ui/Icon";
import { addressOfSession } from "../address";
import type { SessionRow } from "./sessionListing";
import { wordFor, words } from "../words";

interface SessionItemProps {
  row: SessionRow;
  isCurrent: boolean;
  onLeave: () => void;
  onDelete: () => void;
}

export function SessionItem({ row, isCurrent, onLeave, onDelete }: SessionItemProps) {
  const say = useWords(words);
  const format = useFormat();
  const phase = wordFor("phase", row.phase);
  const title = row.title || say("untitled");
  return (
    <li
      className={`flex items-center rounded-md ${isCurrent ? "bg-well" : "hover:bg-well"}`}
      data-testid="session-item"
      data-session={row.session_id}
    >
      <Link
        href={addressOfSession(row.session_id)}
        onClick={onLeave}
        aria-current={isCurrent ? "page" : undefined}
        className="min-w-0 flex-1 rounded-md px-3 py-2 outline-offset-[-2px]"
      >
        <span className={`line-clamp-2 break-words ${isCurrent ? "font-semibold" : ""}`}>
          {title}
        </span>
        <span className="block truncate text-sm text-soft">
          {[phase && say(phase), format.ago(row.updated_at)].filter(Boolean).join(" · ")}
        </span>
      </Link>
      <button
        type="button"
        data-testid="session-delete"
        aria-label={say("delete", { title })}
        title={say("delete", { title })}
        onClick={onDelete}
        className="inline-flex size-10 shrink-0 items-center justify-center rounded-md text-soft outline-offset-[-2px] hover:text-danger"
      >
        <Icon name="close" className="size-4" />
      </button>
    </li>
  );
}
