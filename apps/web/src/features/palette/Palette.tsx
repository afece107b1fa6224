// One box that finds everything: type, move with the arrows, open with Enter.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useWords } from "../../i18n/words";
import { type Entry, GROUPS, matching } from "./entries";
import { useFixedEntries } from "./useFixedEntries";
import { useFound } from "./useFound";
import { words } from "./words";

interface PaletteProps {
  onClose: () => void;
  onKeys: () => void;
}

export default function Palette({ onClose, onKeys }: PaletteProps) {
  const say = useWords(words);
  const [, goTo] = useLocation();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const fixed = useFixedEntries(onKeys);
  const found = useFound(query);
  const entries = matching([...fixed, ...found.entries], query);
  const at = Math.min(chosen, entries.length - 1);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView?.({ block: "nearest" });
  }, [at]);

  const open = (entry: Entry) => {
    dialog.current?.close();
    if (typeof entry.go === "string") goTo(entry.go);
    else entry.go();
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing) return;
    if (by !== undefined) setChosen((at + by + entries.length) % Math.max(1, entries.length));
    else if (event.key === "Enter" && entries[at]) open(entries[at]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      aria-label={say("title")}
      data-testid="palette"
      onClose={onClose}
      className="mx-auto mt-[10dvh] w-[min(40rem,calc(100vw-1.5rem))] rounded-lg border border-line bg-raised p-0 text-ink shadow-lg backdrop:bg-shade"
    >
      <div className="border-b border-line p-3">
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={entries[at] ? `${id}-${entries[at].id}` : undefined}
          aria-label={say("placeholder")}
          placeholder={say("placeholder")}
          value={query}
          autoComplete="off"
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={press}
          className="block min-h-11 w-full rounded-md border border-line-strong bg-surface px-3 text-[max(16px,1rem)] text-ink placeholder:text-soft"
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={say("results")}
        className="max-h-[55dvh] overflow-y-auto p-2"
      >
        {GROUPS.map((group) => {
          const inside = entries.filter((entry) => entry.group === group);
          return (
            inside.length > 0 && (
              <div key={group} role="group" aria-label={say(`group.${group}`)}>
                <p aria-hidden="true" className="px-3 pt-2 pb-1 text-sm text-soft">
                  {say(`group.${group}`)}
                </p>
                {inside.map((entry) => (
                  <Option
                    key={entry.id}
                    id={`${id}-${entry.id}`}
                    entry={entry}
                    isChosen={entry === entries[at]}
                    onOpen={() => open(entry)}
                  />
                ))}
              </div>
            )
          );
        })}
      </div>
      <p role="status" className="border-t border-line px-4 py-2 text-sm text-soft">
        {found.isWaiting
          ? say("searching")
          : found.hasFailed
            ? say("failed")
            : entries.length === 0
              ? say("none", { query })
              : say("help")}
      </p>
    </dialog>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  isChosen: boolean;
  onOpen: () => void;
}

function Option({ id, entry, isChosen, onOpen }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the box keeps the focus and has the keys
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      onClick={onOpen}
      className={`flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-md px-3 py-1.5 ${isChosen ? "bg-accent-soft" : "hover:bg-well"}`}
    >
      <span className="min-w-0 break-words">{entry.title}</span>
      {entry.hint && (
        <span className="ml-auto min-w-0 text-sm break-words text-soft">{entry.hint}</span>
      )}
    </div>
  );
}
