// Rules that are not saved, listed straight from their document: the desk tells only stored ones in sentences.
import type { SayWords } from "../../i18n/words";
import { factorsOf, listOf, partOf, recordOf, type Side, sidesOf, tickersOf } from "./document";
import { asWritten, conditionFormula, distanceFormula, percent } from "./formula";
import type { outlineWords } from "./outlineWords";
import type { Rule, Section } from "./sections";
import type { Document } from "./types";

type Phrases = (typeof outlineWords)["zh"];
type SayOutline = SayWords<Phrases>;

export function outlineOf(document: Document, say: SayOutline): Section[] {
  const sides = sidesOf(document);
  const sections: Section[] = [
    { name: "market", rules: [rule("universe", universe(document, say), null)] },
    { name: "indicators", rules: factorsOf(document).map(factorRule) },
    { name: "entry", rules: sides.map(([side, rules]) => entryRule(side, rules)) },
    { name: "exit", rules: sides.flatMap(([side, rules]) => exitRules(side, rules, say)) },
    { name: "size", rules: sides.map(([side, rules]) => sizeRule(side, rules, say)) },
  ];
  return sections.filter(({ rules }) => rules.length > 0);
}

const MARKETS = ["cn_stocks", "us_stocks", "crypto", "forex", "futures"] as const;
const TIMEFRAMES = ["1m", "5m", "15m", "30m", "1h", "4h", "1d", "1w"] as const;

function universe(document: Document, say: SayOutline): string {
  const written = partOf(document, "universe").market;
  const market = MARKETS.find((each) => each === written);
  const timeframe = TIMEFRAMES.find((each) => each === document.timeframe);
  return say("universe", {
    market: market ? say(market) : asWritten(written),
    tickers: tickersOf(document).join(", "),
    bars: timeframe ? say(`bar_${timeframe}`) : asWritten(document.timeframe),
  });
}

function factorRule([name, factor]: [string, Document]): Rule {
  const params = Object.entries(recordOf(factor.params)).map(
    ([key, value]) => `${key} ${String(value)}`,
  );
  const inside = [...params, ...(typeof factor.timeframe === "string" ? [factor.timeframe] : [])];
  return rule(`factor.${name}`, `${name} = ${String(factor.type)}(${inside.join(", ")})`, null);
}

function entryRule(side: Side, rules: Document): Rule {
  const { condition } = recordOf(rules.entry);
  return rule(`${side}.entry`, conditionFormula(condition), side);
}

function exitRules(side: Side, rules: Document, say: SayOutline): Rule[] {
  return listOf(rules.exits).map((exit, index) =>
    rule(`${side}.exit.${index}`, exitText(recordOf(exit), say), side),
  );
}

function exitText(exit: Document, say: SayOutline): string {
  switch (exit.type) {
    case "signal_exit":
      return say("signal_exit", { what: conditionFormula(exit.condition) });
    case "stop_loss":
    case "trailing_stop":
      return say(exit.type, { what: distanceFormula(exit.stop) });
    case "take_profit":
      return say("take_profit", { what: distanceFormula(exit.target) });
    case "bracket_rr":
      return say("bracket_rr", {
        what: distanceFormula(exit.stop),
        ratio: asWritten(exit.risk_reward),
      });
    case "time_exit":
      return say("time_exit", { what: asWritten(exit.bars) });
    default:
      return asWritten(exit);
  }
}

function sizeRule(side: Side, rules: Document, say: SayOutline): Rule {
  return rule(`${side}.size`, sizeText(recordOf(rules.position_sizing), say), side);
}

function sizeText(sizing: Document, say: SayOutline): string {
  switch (sizing.mode) {
    case "fixed_qty":
      return say("fixed_qty", { what: asWritten(sizing.qty) });
    case "fixed_cash":
      return say("fixed_cash", { what: asWritten(sizing.cash) });
    case "pct_equity":
    case "risk_per_trade":
      return say(sizing.mode, { what: share(sizing.pct) });
    case "vol_target":
      return say("vol_target", { what: share(sizing.target) });
    default:
      return asWritten(sizing);
  }
}

function share(value: unknown): string {
  return typeof value === "number" ? percent(value) : asWritten(value);
}

function rule(topic: string, text: string, side: Side | null): Rule {
  return { topic, text, side };
}
