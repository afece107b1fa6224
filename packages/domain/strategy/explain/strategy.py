"""A whole strategy as sentences, and the difference between two of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from packages.core.messages import Language
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.explain.naming import strategy_phrases
from packages.domain.strategy.explain.phrases import StrategyPhrases
from packages.domain.strategy.explain.portfolio import portfolio_said, universe_said
from packages.domain.strategy.explain.rules import SideSpeech
from packages.domain.strategy.explain.scaling import stops_said, unit_said
from packages.domain.strategy.model import Direction, Side, Strategy, Universe
from packages.domain.strategy.operands import FactorOutput
from packages.domain.strategy.trade import MarketOrder
from packages.domain.strategy.walk import every_operand


@dataclass(frozen=True, slots=True)
class RuleSentence:
    """`topic` says what it is about: `universe`, `long.entry`, `long.exit.0` …"""

    topic: str
    text: str


def explain(strategy: Strategy, catalogue: Catalogue, language: Language) -> tuple[RuleSentence, ...]:
    """Name, universe, then each side: entry, order, exits, size; last what no rule uses. Indicators that the catalogue
    does not know are called by their type."""
    return _explained(strategy, strategy_phrases(strategy, catalogue, language))


def _explained(strategy: Strategy, speech: StrategyPhrases) -> tuple[RuleSentence, ...]:
    sentences = [*_universe(strategy, speech)]
    for direction, side in strategy.sides:
        sentences += _side(direction, side, speech)
    sentences += _both_sides(strategy, speech)
    if strategy.portfolio is not None:
        sentences += [RuleSentence(*said) for said in portfolio_said(strategy.portfolio, speech)]
    sentences += _unused(strategy, speech)
    rules = (RuleSentence(sentence.topic, speech.tidy(sentence.text)) for sentence in sentences)
    return (RuleSentence("name", _head(strategy, speech)), *rules)


def _both_sides(strategy: Strategy, speech: StrategyPhrases) -> Iterator[RuleSentence]:
    """What becomes of an entry that waits when the one of the other direction fills."""
    orders = [side.entry.order for _, side in strategy.sides]
    if len(orders) > 1 and not any(isinstance(order, MarketOrder) for order in orders):
        yield RuleSentence("orders", speech.say("one_cancels_other"))


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule that is new (`before` None), gone (`after` None) or worded otherwise, in sentences."""

    before: str | None
    after: str | None

    def sentence(self, language: Language) -> str:
        speech = StrategyPhrases(language)
        if self.before is None:
            return speech.say("added", after=self.after or "")
        if self.after is None:
            return speech.say("removed", before=self.before)
        return speech.say("changed", before=self.before, after=self.after)


def rule_changes(before: Strategy, after: Strategy, catalogue: Catalogue, language: Language) -> tuple[RuleChange, ...]:
    """What became of each sentence that is not the same any more: an indicator that is another under its old name is
    said once, and not in every rule that uses it. An exit is compared with those of its own kind, wherever it stands
    in the list."""
    was, is_now = (strategy_phrases(each, catalogue, language) for each in (before, after))
    called = {name: is_now.factors.get(name, label) for name, label in was.factors.items()}
    others = [(label, called[name]) for name, label in was.factors.items() if label != called[name]]
    old = _by_subject(before, StrategyPhrases(language, called))
    new = _by_subject(after, is_now)
    gone = {subject: [text for text in texts if text not in new.get(subject, ())] for subject, texts in old.items()}
    come = {subject: [text for text in texts if text not in old.get(subject, ())] for subject, texts in new.items()}
    pairs = [*others, *(pair for subject in gone for pair in zip_longest(gone[subject], come.pop(subject, [])))]
    return tuple(RuleChange(*pair) for pair in (*pairs, *((None, text) for texts in come.values() for text in texts)))


def _by_subject(strategy: Strategy, speech: StrategyPhrases) -> dict[str, list[str]]:
    """The sentences by what they are about: those of exits by their kind, and not by their place."""
    kinds = {
        f"{direction.value}.exit.{index}": f"{direction.value}.exit.{type(each).__name__}"
        for direction, side in strategy.sides
        for index, each in enumerate(side.exits)
    }
    found: dict[str, list[str]] = {}
    for sentence in _explained(strategy, speech):
        found.setdefault(kinds.get(sentence.topic, sentence.topic), []).append(sentence.text)
    return found


def explain_change(before: Strategy, after: Strategy, catalogue: Catalogue, language: Language) -> tuple[str, ...]:
    return tuple(each.sentence(language) for each in rule_changes(before, after, catalogue, language))


def _head(strategy: Strategy, speech: StrategyPhrases) -> str:
    if strategy.description is None:
        return speech.say("name", name=strategy.name)
    return speech.say("described", name=strategy.name, description=strategy.description)


def _universe(strategy: Strategy, speech: StrategyPhrases) -> Iterator[RuleSentence]:
    universe = strategy.universe
    if strategy.portfolio is not None:
        yield from (RuleSentence(*said) for said in universe_said(strategy, speech))
        return
    market, timeframe = speech.say(universe.market.value), speech.say(strategy.timeframe.value)
    tickers = speech.joined(list(universe.tickers))
    if universe.max_positions is None:
        text = speech.say("universe", tickers=tickers, market=market, timeframe=timeframe)
    else:
        most = str(universe.max_positions)
        text = speech.say("universe_limited", tickers=tickers, market=market, timeframe=timeframe, most=most)
    yield RuleSentence("universe", text)
    yield from _ranking(universe, speech)


def _ranking(universe: Universe, speech: StrategyPhrases) -> Iterator[RuleSentence]:
    if universe.ranking is not None:
        phrase = "ranking_descending" if universe.ranking.descending else "ranking_ascending"
        yield RuleSentence("ranking", speech.say(phrase, value=speech.value(universe.ranking.by)))


def _unused(strategy: Strategy, speech: StrategyPhrases) -> Iterator[RuleSentence]:
    """Factors that stand in the document and in no rule."""
    used = {operand.factor for _, operand in every_operand(strategy) if isinstance(operand, FactorOutput)}
    for factor in strategy.factors:
        if factor.name not in used:
            said = speech.say("unused_factor", indicator=speech.factors[factor.name])
            yield RuleSentence(f"factor.{factor.name}", said)


def _side(direction: Direction, side: Side, speech: StrategyPhrases) -> Iterator[RuleSentence]:
    says, topic = SideSpeech(speech, direction), direction.value
    yield RuleSentence(f"{topic}.entry", says.entry(side))
    yield RuleSentence(f"{topic}.order", says.order(side.entry.order))
    for index, exit_ in enumerate(side.exits):
        yield RuleSentence(f"{topic}.exit.{index}", says.exit(exit_))
    yield RuleSentence(f"{topic}.size", says.size(side.sizing))
    if side.scale_in is not None:
        yield RuleSentence(f"{topic}.scale_in", says.scale_in(side.scale_in))
        yield RuleSentence(f"{topic}.scale_in.order", says.unit_order(side.scale_in.order))
        yield from (
            RuleSentence(f"{topic}.scale_in.stops", said) for said in stops_said(side.exits, side.scale_in, speech)
        )
        if side.scale_in.sizing is not None:
            yield RuleSentence(f"{topic}.scale_in.size", unit_said(side.scale_in.sizing, speech))
