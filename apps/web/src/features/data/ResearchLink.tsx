// The way from stored data to research; where the bars end long ago, as of their last day.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { LinkButton } from "../../ui/form/LinkButton";
import { words } from "./words";

interface ResearchLinkProps {
  symbol: string;
  kind?: "primary" | "quiet";
}

export function ResearchLink({ symbol, kind = "quiet" }: ResearchLinkProps) {
  const api = useApi();
  const say = useWords(words);
  const format = useFormat();
  const { asked } = useAsked(`offer ${symbol}`, (signal) =>
    unwrap(api.client.GET("/api/v1/data/offers", { params: { query: { symbol } }, signal })),
  );
  const offer = asked.status === "there" ? asked.value : null;
  const lastDay = offer?.has_data && offer.is_stale ? offer.last_day : null;
  const address = `/research?symbol=${encodeURIComponent(symbol)}`;
  return (
    <LinkButton kind={kind} href={lastDay ? `${address}&date=${lastDay}` : address}>
      {lastDay
        ? say("research_as_of", { symbol, date: format.date(lastDay) })
        : say("research_symbol", { symbol })}
    </LinkButton>
  );
}
