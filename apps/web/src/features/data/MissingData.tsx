// An instrument without data: who can be asked for it, a fetch that is followed, or a file to import instead. A text that
// may mean several instruments is a question first.
import { useState } from "react";
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/form/Button";
import { nameOf } from "../symbols/instrument";
import { FetchData } from "./FetchData";
import { ImportLink } from "./ImportLink";
import type { DataOffer, Missing, NamedInstrument } from "./missing";
import { Notice } from "./Notice";
import { words } from "./words";

interface MissingDataProps {
  of: Missing;
  /** What the button of the fetch says, with what happens after it. */
  action: string;
  /** The person said which instrument is meant. */
  onChoose: (symbol: string) => void;
  /** The data are there. */
  onFetched: (symbol: string) => void;
  onCancel: () => void;
  /** Where it is no answer to a press: it takes no focus, and the page has a place for files itself. */
  isPartOfPage?: boolean;
}

export function MissingData({
  of,
  action,
  onChoose,
  onFetched,
  onCancel,
  isPartOfPage = false,
}: MissingDataProps) {
  const say = useWords(words);
  if (of.kind === "offer")
    return (
      <Offer
        key={of.offer.symbol}
        offer={of.offer}
        action={action}
        onFetched={() => onFetched(of.offer.symbol)}
        onCancel={onCancel}
        isPartOfPage={isPartOfPage}
      />
    );
  return (
    <Notice
      title={of.kind === "several" ? say("offer_several", { text: of.text }) : of.message}
      testId="missing-data"
      takesFocus={!isPartOfPage}
    >
      {of.kind === "none" && of.choices.length > 0 && <p>{say("offer_nearest")}</p>}
      <Choices choices={of.choices} onChoose={onChoose} />
      <div className="flex flex-wrap gap-2">
        {of.kind === "none" && !isPartOfPage && <ImportLink />}
        <Button kind="quiet" onClick={onCancel}>
          {say("offer_cancel")}
        </Button>
      </div>
    </Notice>
  );
}

function Choices({
  choices,
  onChoose,
}: {
  choices: NamedInstrument[];
  onChoose: (symbol: string) => void;
}) {
  const { language } = useLanguage();
  return (
    <ul className="flex flex-wrap gap-2">
      {choices.map((each) => (
        <li key={each.symbol}>
          <Button
            kind="quiet"
            data-testid="instrument-choice"
            onClick={() => onChoose(each.symbol)}
          >
            <span className="font-mono">{each.symbol}</span> {nameOf(each, language)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface OfferProps {
  offer: DataOffer;
  action: string;
  onFetched: () => void;
  onCancel: () => void;
  isPartOfPage: boolean;
}

function Offer({ offer, action, onFetched, onCancel, isPartOfPage }: OfferProps) {
  const say = useWords(words);
  const { language } = useLanguage();
  const [fetch, setFetch] = useState<{ round: number; isOver: boolean } | null>(null);
  const isFetching = fetch !== null && !fetch.isOver;
  const name = `${nameOf(offer, language)} ${offer.symbol}`.trim();
  return (
    <Notice title={say("offer_title", { name })} testId="missing-data" takesFocus={!isPartOfPage}>
      {fetch === null && <Sources offer={offer} />}
      {fetch !== null && (
        <FetchData
          key={fetch.round}
          symbol={offer.symbol}
          onFetched={onFetched}
          onFailed={() => setFetch({ ...fetch, isOver: true })}
        />
      )}
      {!isFetching && (
        <div className="flex flex-wrap gap-2">
          {offer.can_be_fetched && (
            <Button
              data-testid="fetch-start"
              onClick={() => setFetch({ round: (fetch?.round ?? 0) + 1, isOver: false })}
            >
              {fetch === null ? action : say("offer_again")}
            </Button>
          )}
          {!isPartOfPage && !offer.is_demo && !offer.can_be_fetched && (
            <ImportLink kind="primary" />
          )}
          {!isPartOfPage && offer.can_be_fetched && fetch !== null && <ImportLink />}
          <Button kind="quiet" onClick={onCancel}>
            {say("offer_cancel")}
          </Button>
        </div>
      )}
    </Notice>
  );
}

function Sources({ offer }: { offer: DataOffer }) {
  const say = useWords(words);
  if (offer.is_demo) return <p>{say("offer_demo")}</p>;
  const ready = offer.sources.filter((each) => each.is_ready && !each.is_adjusted);
  const others = offer.sources.filter((each) => !ready.includes(each));
  return (
    <div className="space-y-1">
      <p>
        {ready.length > 0
          ? say("offer_sources", {
              sources: ready.map(({ name }) => name).join(say("offer_then")),
            })
          : say(others.length > 0 ? "offer_no_source" : "offer_no_source_at_all")}
      </p>
      {others.length > 0 && (
        <ul className="text-sm text-soft">
          {others.map((each) => (
            <li key={each.name} className="break-words">
              {each.settings.length === 0 && each.is_adjusted
                ? say("offer_adjusted", { source: each.name })
                : each.settings.length > 0
                  ? say("offer_needs", {
                      source: each.name,
                      settings: each.settings.join(say("offer_comma")),
                    })
                  : say("offer_install", { source: each.name, command: each.install ?? "" })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
