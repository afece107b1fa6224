// One input for a ticker, a question or a rule: an instrument leads to its page, everything else to a conversation.
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { useApi } from "../../api/ApiContext";
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { ActionFailure } from "../../ui/ActionFailure";
import { Button } from "../../ui/form/Button";
import { Icon } from "../../ui/Icon";
import { useAction } from "../../ui/useAction";
import { useConversations } from "../chat/sessions/useConversations";
import { type NamedInstrument, offerOrQuestion } from "../data/missing";
import { nameOf } from "../symbols/instrument";
import { mayNameInstrument } from "./typed";
import { words } from "./words";

const EXAMPLES = ["example_ticker", "example_question", "example_rule"] as const;

export function AskAnything() {
  const say = useWords(words);
  const api = useApi();
  const { language } = useLanguage();
  const [, goTo] = useLocation();
  const conversations = useConversations();
  const [typed, setTyped] = useState("");
  const [choices, setChoices] = useState<readonly NamedInstrument[]>([]);
  const open = (symbol: string) => goTo(`/data/${encodeURIComponent(symbol)}`);
  const asking = useAction(async (text: string) => {
    setChoices([]);
    const found = mayNameInstrument(text) ? await offerOrQuestion(api, { query: text }) : null;
    if (found?.kind === "offer") return open(found.offer.symbol);
    if (found?.kind === "several") return setChoices(found.choices);
    conversations.send(null, text, language);
    goTo("/chat");
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== "") void asking.run(typed.trim());
  };
  return (
    <form role="search" onSubmit={submit} className="space-y-2">
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Icon
            name="research"
            className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-soft"
          />
          <input
            aria-label={say("ask_label")}
            placeholder={say("ask_placeholder")}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            data-testid="ask-anything"
            className="block min-h-12 w-full rounded-lg border border-line-strong bg-surface pr-3 pl-10 text-[max(16px,1rem)] text-ink placeholder:text-soft"
          />
        </div>
        <Button type="submit" busy={asking.isBusy} className="min-h-12">
          {say("ask_go")}
        </Button>
      </div>
      {choices.length > 0 && (
        <div role="status" className="flex flex-wrap items-center gap-2 text-sm">
          {say("ask_which")}
          {choices.map((each) => (
            <Button key={each.symbol} kind="quiet" onClick={() => open(each.symbol)}>
              <span className="font-mono">{each.symbol}</span> {nameOf(each, language)}
            </Button>
          ))}
        </div>
      )}
      <ActionFailure error={asking.error} />
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
        {say("ask_try")}
        {EXAMPLES.map((example) => (
          <button
            key={example}
            type="button"
            onClick={() => setTyped(say(example))}
            className="min-h-8 rounded-full border border-line px-3 text-left hover:border-line-strong hover:text-ink"
          >
            {say(example)}
          </button>
        ))}
      </p>
    </form>
  );
}
