// The exact terms of an approval, each under its name.
import { type Format, useFormat } from "../../../i18n/format";
import { type SayWords, useWords } from "../../../i18n/words";
import { useAccountName } from "../accounts/useAccounts";
import { type Metric, MetricGrid } from "../MetricGrid";
import type { Approval } from "../trading";
import { approvalWords } from "./approvalWords";
import { type EnvelopeTerms, type OrderTerms, termsOf, worstOf } from "./terms";

type Say = SayWords<(typeof approvalWords)["zh"]>;

export function TermsList({ approval }: { approval: Approval }) {
  const say = useWords(approvalWords);
  const format = useFormat();
  const terms = termsOf(approval);
  const account = useAccountName(terms.accountId);
  const shared = [{ name: say("account"), value: `${account} (${say(terms.mode)})` }];
  const own =
    terms.kind === "order"
      ? orderFacts(terms, say, format)
      : envelopeFacts(terms, approval, say, format);
  return <MetricGrid metrics={[...own, ...shared]} />;
}

/** Parameters stand to the last digit, without rounding. */
function orderFacts(terms: OrderTerms, say: Say, format: Format): Metric[] {
  const bars = terms.validBars === null ? say("valid_open") : format.number(terms.validBars, 0);
  return [
    { name: say("symbol"), value: terms.symbol },
    { name: say("side"), value: `${say(terms.side)} (${say(terms.effect)})` },
    {
      name: say("quantity"),
      value: terms.quantity === null ? say("quantity_at_fill") : terms.quantity,
    },
    { name: say("type"), value: say(terms.type) },
    {
      name: say("limit_price"),
      value: terms.price === null ? say("market_price") : terms.price,
    },
    { name: say("reference"), value: terms.reference ?? format.number(null) },
    ...(terms.type === "market" ? [] : [{ name: say("valid"), value: bars }]),
    { name: say("protect"), value: guardsOf(terms, say) },
    { name: say("worst"), value: <strong>{worstIn(terms, say, format)}</strong> },
  ];
}

function envelopeFacts(
  terms: EnvelopeTerms,
  { remaining }: Approval,
  say: Say,
  format: Format,
): Metric[] {
  return [
    { name: say("symbols"), value: terms.symbols.join(", ") },
    { name: say("most_money"), value: <strong>{format.money(terms.mostMoney)}</strong> },
    { name: say("remaining"), value: format.money(remaining) },
    { name: say("until"), value: format.dateTime(terms.until) },
  ];
}

function guardsOf({ guards }: OrderTerms, say: Say): string {
  const exits = (["stop", "target", "trail"] as const)
    .filter((name) => guards[name] !== null)
    .map((name) => say(`protect_${name}`, { distance: guards[name] ?? "" }));
  return exits.join(", ") || say("protect_none");
}

function worstIn(terms: OrderTerms, say: Say, format: Format): string {
  const worst = worstOf(terms);
  if (worst.kind === "unknown") return say("worst_unknown");
  return say(`worst_${worst.kind}`, { money: format.money(worst.money) });
}
