"""Questions, answered in any phase from the glossary and stored results; then the open question once more."""

from packages.core.messages import render, word
from packages.domain.conversation.fields import KYC, PRE_STRATEGY
from packages.domain.conversation.understanding.asking.glossary import Term, named, term
from packages.domain.conversation.understanding.asking.question_kinds import OF_FACTS, NamedNumber, QuestionKind
from packages.domain.conversation.understanding.model import MessageIntent, Wish
from packages.domain.conversation.wording import label_of
from src.modules.llm_platform.infrastructure.guided.choosing import choices_compared
from src.modules.llm_platform.infrastructure.guided.common import asked_again, choice
from src.modules.llm_platform.infrastructure.guided.facts_asked import (
    against_holding,
    best_trade,
    costs_charged,
    holding_time,
    last_price,
    one_rule,
    time_left,
    whether_real,
)
from src.modules.llm_platform.infrastructure.guided.losing import describe_limits, loss_bounds, ruin_bounded
from src.modules.llm_platform.infrastructure.guided.measured import (
    MEASURED,
    Figure,
    all_figures,
    backtest_figures,
    read_backtest,
)
from src.modules.llm_platform.infrastructure.guided.provenance import (
    newest_bar,
    period_covered,
    rule_explained,
    trials_counted,
    worst_fall,
    worst_trade,
)
from src.modules.llm_platform.infrastructure.guided.reasons import (
    not_traded,
    promise_refused,
    verdict_explained,
    what_blocks,
)
from src.modules.llm_platform.infrastructure.guided.rule_answers import directions_stated, part_stated, rules_with
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, Say, Script
from src.modules.llm_platform.infrastructure.guided.watching import watched

_INFORMATION = {Wish.HELP, Wish.RESEARCH, Wish.RESEARCH_STATUS, Wish.POSITIONS, Wish.ORDERS, Wish.RULES}
_OF_A_BOOK = {"order", "position", "fill"}  # "what are the positions?" wants to see them, once there are any
_MAY_BE_A_FIGURE = {None, QuestionKind.LOSS, QuestionKind.PROMISE, QuestionKind.STATE}
_MOST_MATCHES = 4
_MOST_NAMED = 8
_SETTLED = tuple(field.name for field in (*KYC, *PRE_STRATEGY))


def is_asked(turn: GuidedTurn) -> bool:
    """Whether the message asks something, whatever else it says."""
    understood = turn.understood
    return bool(understood.question or understood.asked_term) and not understood.is_choice


def is_more_than_asked(turn: GuidedTurn) -> bool:
    """Whether it also answers, decides, or wants something done: that continues, beside the answer. What waits for the
    person's word from before is no part of the message."""
    idea = "" if turn.state.is_true("spoken_rules", "again") else turn.understood.idea  # nothing new of it was said
    read = turn.state.rows("understood") or turn.understood.answers or idea
    return bool(read) or bool(set(turn.understood.wishes) - _INFORMATION) or turn.understood.proposal is not None


def answer_to(turn: GuidedTurn) -> Script | None:
    """None where the phase's own script is the answer: who asks for help, research, positions, orders or the rules."""
    understood = turn.understood
    terms, asked = named(understood.asked_term), understood.question
    kind, number = (None, None) if asked is None else (asked.kind, asked.number)
    if asked is not None and kind in _MAY_BE_A_FIGURE and not _is_at_work(turn) and asked.figures:
        return _ended(turn, figures_measured(turn, asked.figures))
    if kind in OF_FACTS and not (
        kind is QuestionKind.RULE_PART and terms and not turn.known("strategy", "strategy_id")
    ):
        return _ended(turn, _KINDS[kind](turn))
    if terms and not (_is_at_work(turn) and terms[0].key in _OF_A_BOOK):
        return _ended(turn, terms_explained(turn, terms))
    if kind is QuestionKind.STATE and _is_at_work(turn):
        return watched(turn)
    if kind is not None:
        return _ended(turn, _KINDS[kind](turn))
    if number is not None and (number.is_percent or any(each.isdigit() for each in understood.asked_term)):
        return _ended(turn, figure_explained(turn, number))
    if understood.wishes:
        return None
    if asked is not None and asked.terms:
        return _ended(turn, terms_explained(turn, asked.terms))
    if number is not None:
        return _ended(turn, figure_explained(turn, number))
    answer = _BY_INTENT.get(understood.intent)
    is_greeting = turn.is_first and understood.intent is not MessageIntent.QUESTION
    return None if answer is None or is_greeting else _ended(turn, answer(turn))


def terms_beside(turn: GuidedTurn) -> Script:
    """Of a message that says more than it asks: the terms that it asks about, and no more."""
    yield from terms_explained(turn, named(turn.understood.asked_term))


def _is_at_work(turn: GuidedTurn) -> bool:
    status = turn.state.text("deployment", "status") or turn.value("deployment_status")
    return turn.phase == "completed" or (turn.phase == "deployment" and status in ("deployed", "completed"))


def _ended(turn: GuidedTurn, answer: Script) -> Script:
    """With a welcome before it where this is the first answer, and the open question behind it."""
    if turn.is_first:
        yield Say(turn.words.own(f"hello.{turn.phase}", turn.words.say("help")))
    yield from answer
    if turn.state.rows("proposed"):
        yield Say(turn.words.say("proposal.waits_still"))
    if turn.phase == "strategy" and not turn.known("strategy", "strategy_id"):
        if not turn.state.mapping("spoken_rules"):  # what they lack is asked by the question that is due
            yield choice(turn, "continue", turn.words.say("ask.continue"), ("continue",))
    else:
        yield from asked_again(turn)


def terms_explained(turn: GuidedTurn, terms: tuple[Term, ...]) -> Script:
    for each in terms:
        words = {"name": each.name(turn.language), "meaning": each.meaning(turn.language)}
        yield Say(turn.words.say("answer.term", **words))
    measured = MEASURED & {each.key for each in terms if not each.is_indicator}
    if measured:
        found = yield from all_figures(turn)
        for figure in [each for each in found if each.key in measured][:_MOST_MATCHES]:
            yield Say(_figure_sentence(turn, figure))


def figure_explained(turn: GuidedTurn, number: NamedNumber) -> Script:
    """What reads like the number: what it is, how it is computed, and where it is from."""
    found = yield from all_figures(turn)
    matches = [each for each in found if each.reads_as(number)]
    for figure in matches[:_MOST_MATCHES]:
        yield Say(_figure_sentence(turn, figure))
    for key in dict.fromkeys(each.key for each in matches[:_MOST_MATCHES]):
        words = {"name": term(key).name(turn.language), "meaning": term(key).meaning(turn.language)}
        yield Say(turn.words.say("answer.term", **words))
    if matches:
        return
    rules = yield from rules_with(turn, number)
    if rules:
        yield Say(turn.words.say("answer.in_the_rules"))
        yield Say("\n".join(f"- {each}" for each in rules))
    else:
        yield from _no_such_figure(turn, found)


def _no_such_figure(turn: GuidedTurn, found: list[Figure]) -> Script:
    if not found:
        yield Say(turn.words.say("answer.no_figures"))
        return
    yield Say(turn.words.say("answer.no_such_figure"))
    yield Say("\n".join(f"- {_figure_sentence(turn, each)}" for each in found[:_MOST_NAMED]))


def _figure_sentence(turn: GuidedTurn, figure: Figure) -> str:
    words = {"name": figure.named(turn), "value": figure.shown(turn), "source": figure.source}
    return turn.words.say("answer.figure", **words)


def figures_measured(turn: GuidedTurn, keys: tuple[str, ...]) -> Script:
    """Of the backtest, each with its source; what was not measured is not told."""
    found = yield from read_backtest(turn)
    if found is None:
        yield Say(turn.words.say("answer.not_measured_yet"))
        return
    measured = {each.key: each for each in backtest_figures(found)}
    sentences = [_figure_sentence(turn, measured[key]) for key in keys if key in measured]
    yield Say("\n".join(sentences) or turn.words.say("answer.not_in_backtest", source=found.source))


def costs_paid(turn: GuidedTurn) -> Script:
    """What is charged, and what trading cost in the backtest; or that nothing was traded yet."""
    yield from costs_charged(turn)
    found = yield from all_figures(turn)
    costs = [each for each in found if each.key == "trading_costs"]
    for each in costs:
        yield Say(_figure_sentence(turn, each))
    if not costs:
        yield Say(turn.words.say("answer.nothing_measured"))


def other_instruments(turn: GuidedTurn) -> Script:
    """None is called better: which there are, and how to have one looked at."""
    yield Say(turn.words.say("answer.other_instruments"))


def blocked(turn: GuidedTurn) -> Script:
    """What stands in the way of trading, and who can let it through; before that, what comes next."""
    stands = yield from what_blocks(turn)
    if not stands:
        yield from describe_next(turn)


def why_asked(turn: GuidedTurn) -> Script:
    field = str(turn.state.mapping("next_prompt").get("choice_id", ""))
    yield Say(turn.words.own(f"answer.why_asked.{field}", turn.words.say("answer.why_asked.other")))


def describe_state(turn: GuidedTurn) -> Script:
    phase = render(word("phase", turn.phase), turn.language)
    yield Say(turn.words.say("answer.state", phase=phase))
    yield from describe_answers(turn)
    yield from describe_next(turn)


def describe_answers(turn: GuidedTurn) -> Script:
    """What the person settled so far, and what waits for their word."""
    settled = [(name, value) for name in _SETTLED if (value := turn.state.text("kyc", name) or turn.scope(name))]
    if settled:
        yield Say(turn.words.say("answer.settled"))
        yield Say("\n".join(f"- {_settled(turn, name, value)}" for name, value in settled))
    else:
        yield Say(turn.words.say("answer.nothing_settled"))


def _settled(turn: GuidedTurn, name: str, value: str) -> str:
    label = label_of(name, value, turn.language)
    return turn.words.say("proposal.field", field=turn.words.label("field", name), label=label)


def describe_next(turn: GuidedTurn) -> Script:
    missing = [turn.words.label("needed", name) for name in turn.state.texts("missing_fields")]
    if missing:
        yield Say(turn.words.say("still_missing", fields=turn.words.say("comma").join(missing)))
    yield Say(turn.words.label("help", turn.phase))


def describe_confirming(turn: GuidedTurn) -> Script:
    """What the person's yes sets going here, and what it does not."""
    yield Say(turn.words.own(f"answer.confirming.{turn.phase}", turn.words.say("answer.confirming.other")))


def small_talk(turn: GuidedTurn) -> Script:
    """Begins nothing, whatever the phase would continue with."""
    yield Say(turn.words.say("answer.can_answer"))


def no_fact(turn: GuidedTurn) -> Script:
    """Nothing is made up: that there is no fact for it, and what can be answered."""
    yield Say(turn.words.say("answer.no_fact"))
    yield Say(turn.words.say("answer.can_answer"))


_KINDS = {
    QuestionKind.NOT_TRADED: not_traded,
    QuestionKind.VERDICT: verdict_explained,
    QuestionKind.LOSS: loss_bounds,
    QuestionKind.PROMISE: promise_refused,
    QuestionKind.WHY_ASKED: why_asked,
    QuestionKind.ANSWERED: describe_answers,
    QuestionKind.CONFIRMING: describe_confirming,
    QuestionKind.NEXT: describe_next,
    QuestionKind.STATE: describe_state,
    QuestionKind.RULE: rule_explained,
    QuestionKind.TRIALS: trials_counted,
    QuestionKind.NEWEST_BAR: newest_bar,
    QuestionKind.WORST_FALL: worst_fall,
    QuestionKind.WORST_TRADE: worst_trade,
    QuestionKind.LIMITS: describe_limits,
    QuestionKind.RECOMMEND: choices_compared,
    QuestionKind.RUIN: ruin_bounded,
    QuestionKind.COSTS: costs_paid,
    QuestionKind.DIRECTION: directions_stated,
    QuestionKind.OTHERS: other_instruments,
    QuestionKind.BLOCKED: blocked,
    QuestionKind.BUY_AND_HOLD: against_holding,
    QuestionKind.BEST_TRADE: best_trade,
    QuestionKind.HOLDING_TIME: holding_time,
    QuestionKind.LAST_PRICE: last_price,
    QuestionKind.REAL_DATA: whether_real,
    QuestionKind.NTH_RULE: one_rule,
    QuestionKind.DURATION: time_left,
    QuestionKind.MY_ANSWER: describe_answers,
    QuestionKind.RULE_PART: part_stated,
    QuestionKind.PERIOD: period_covered,
    QuestionKind.FEES: costs_paid,
}
_BY_INTENT = {MessageIntent.QUESTION: no_fact, MessageIntent.HELP: describe_next, MessageIntent.SMALL_TALK: small_talk}
