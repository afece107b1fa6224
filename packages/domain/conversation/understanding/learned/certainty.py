"""What the rules read for certain, which no second opinion takes away."""

from packages.domain.conversation.understanding.amounts.ages import years_by_age, years_by_child
from packages.domain.conversation.understanding.amounts.benchmarks import gains_by_benchmark
from packages.domain.conversation.understanding.amounts.dates import names_a_year
from packages.domain.conversation.understanding.amounts.experience import never_traded
from packages.domain.conversation.understanding.amounts.gains import is_converted
from packages.domain.conversation.understanding.amounts.steps import is_by_steps
from packages.domain.conversation.understanding.amounts.sums import two_sums
from packages.domain.conversation.understanding.amounts.trading_years import years_in_turn
from packages.domain.conversation.understanding.answers import denied, is_computed, is_mentioned, is_named, is_refused
from packages.domain.conversation.understanding.corrections import corrects, without_refused
from packages.domain.conversation.understanding.learned.features import is_measured_for
from packages.domain.conversation.understanding.lexicon.kyc_words import SPARED
from packages.domain.conversation.understanding.lexicon.spelling import plain
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import AskedFields, Understood
from packages.domain.conversation.understanding.ranks import ranked


def is_certain(question: str, said: Spelling, asked: AskedFields, read: Understood) -> bool:
    """Whether the rules read more than words side by side: several answers, a correction, a denial, then and now."""
    words = said.text
    if len(read.answers) > 1 or corrects(words) or denied(question, said) or is_named(question, said.text):
        return True
    if question == "risk_tolerance" and SPARED.search(words):
        return True
    if _is_set_against_others(question, said, asked):
        return True
    is_of_never = question == "trading_years_bucket"
    return any(clause.is_past or (is_of_never and never_traded(clause.text)) for clause in said.clauses)


def _is_set_against_others(question: str, said: Spelling, asked: AskedFields) -> bool:
    """Whether a person tells an amount of their own beside that of somebody else: "my brother has ten years, I have
    four"."""
    statements = [clause for clause in said.clauses if not clause.is_question and not clause.is_conditional]
    others = [clause.text for clause in statements if not clause.is_stated]
    if any(is_measured_for(question, each, asked.today) for each in others) and is_computed(question, said, asked):
        return True
    return any(is_mentioned(question, Spelling(plain(each)), asked) for each in others) and len(others) < len(
        statements
    )


def is_worked_out(question: str, said: Spelling, asked: AskedFields) -> bool:
    """Whether the rules converted an amount, or read the one that a message sets against another: "20%? no way, 8%"."""
    words = without_refused(said.text)
    if question == "return_expectation" and (is_converted(words) or any(True for _ in gains_by_benchmark(words))):
        return True
    if question == "risk_tolerance" and two_sums(words):
        return True
    if any(True for _ in ranked(question, words)) or is_by_steps(words):
        return True
    if question == "trading_years_bucket" and (
        names_a_year(words) or years_by_age(words) or years_by_child(words) or years_in_turn(words)
    ):
        return True
    naming = [
        clause
        for clause in Spelling(words).clauses
        if is_mentioned(question, Spelling(plain(clause.text)), asked)
        or is_measured_for(question, clause.text, asked.today)
    ]
    return len(naming) > 1 and any(
        clause.is_question or clause.part < naming[-1].part or is_refused(clause) for clause in naming[:-1]
    )
