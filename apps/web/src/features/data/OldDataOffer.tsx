// Bars that end long before the day of the research: look back from their last day, bring newer ones, or go on anyway.
import { useState } from "react";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/form/Button";
import { FetchData } from "./FetchData";
import { ImportLink } from "./ImportLink";
import type { OldData } from "./missing";
import { Notice } from "./Notice";
import { words } from "./words";

interface OldDataOfferProps {
  of: OldData;
  /** Research as of this day; empty: of the day that was asked for, with what there is. */
  onStart: (day: string) => void;
  /** Newer bars are there. */
  onFetched: () => void;
  onCancel: () => void;
}

export function OldDataOffer({ of, onStart, onFetched, onCancel }: OldDataOfferProps) {
  const say = useWords(words);
  const format = useFormat();
  const [fetch, setFetch] = useState<{ round: number; isOver: boolean } | null>(null);
  const isFetching = fetch !== null && !fetch.isOver;
  const { symbol, can_be_fetched } = of.offer;
  const date = format.date(of.lastDay);
  return (
    <Notice title={say("old_title", { symbol, date })} testId="old-data">
      <p>{say("old_text")}</p>
      {fetch !== null && (
        <FetchData
          key={fetch.round}
          symbol={symbol}
          onFetched={onFetched}
          onFailed={() => setFetch({ ...fetch, isOver: true })}
        />
      )}
      {!isFetching && (
        <div className="flex flex-wrap gap-2">
          <Button data-testid="research-as-of" onClick={() => onStart(of.lastDay)}>
            {say("old_as_of", { date })}
          </Button>
          {can_be_fetched && (
            <Button
              kind="quiet"
              onClick={() => setFetch({ round: (fetch?.round ?? 0) + 1, isOver: false })}
            >
              {say("old_fetch")}
            </Button>
          )}
          <ImportLink />
          <Button kind="quiet" onClick={() => onStart("")}>
            {say("old_anyway")}
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            {say("offer_cancel")}
          </Button>
        </div>
      )}
    </Notice>
  );
}
