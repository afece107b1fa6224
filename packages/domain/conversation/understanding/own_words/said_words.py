"""`OwnWords` of a message that the rules read."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from packages.domain.conversation.understanding.calling_off import calls_off
from packages.domain.conversation.understanding.decisions import decision_on
from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import AskedFields, ProposalWord, Wish
from packages.domain.conversation.understanding.proposals import proposal_word
from packages.domain.conversation.understanding.rule_edits import edits_rules
from packages.domain.conversation.understanding.rule_talk import early_rules, words_of_change
from packages.domain.conversation.understanding.rule_talk.wanted_back import version_named, wanted_back
from packages.domain.conversation.understanding.several.positions_kept import positions_kept
from packages.domain.conversation.understanding.several.unread_parts import unread_parts
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.trading.deployments.model import OVERRIDE_PHRASES

_LONGEST_QUOTE = 200
_REASON = lazy_pattern(
    r"\s*(?:(?:because|since|as i|to|just|only|i (?:just )?want(?:ed)?|i'd like|reasons?)\b"
    r"|因为|由于|为了|想|我想|只是|就是|理由)",
    re.IGNORECASE,
)
_TAKES_BACK = lazy_pattern(
    r"\s*(?:(?:no|not|nope|never|cancel|forget|stop|wait|hold|don't|do not|actually)\b|算了|取消|不|别|等|停|先别)",
    re.IGNORECASE,
)
_ANOTHER = lazy_pattern(
    r"\b(?:another|(?:brand )?new|second|different) (?:strategy|conversation|chat|idea)\b"
    r"|\b(?:change|revise|edit|modify|rewrite|adjust) (?:the |my |its |these |those )?rules\b"
    r"|(?:改|修改|调整|换)(?:一?下|掉|套)?(?:策略的?|它的|这些|这套)?规则"
    r"|(?:再|另外?|重新|新)(?:做|来|建|开|写|起草|弄|搞|试)?(?:一个|一套|个|套|一)?(?:新的?|别的|其他的?)?(?:策略|对话)",
    re.IGNORECASE,
)


def names_override(text: str) -> bool:
    return any(each in text.casefold() for each in OVERRIDE_PHRASES.values())


@dataclass(frozen=True, slots=True)
class SaidWords:
    """Of a pressed button its label counts, as it is stored; it tells no rules."""

    said: Utterance

    @property
    def quote(self) -> str:
        return " ".join(self.said.as_stored.split())[:_LONGEST_QUOTE]

    @property
    def asks(self) -> bool:
        return "?" in self.said.text or "？" in self.said.text

    @property
    def is_reason(self) -> bool:
        return _REASON.match(self.said.text) is not None

    @property
    def takes_back(self) -> bool:
        return _TAKES_BACK.match(self.said.text) is not None

    @property
    def names_override(self) -> bool:
        return names_override(self.said.text)

    @property
    def calls_off(self) -> bool:
        return calls_off(Utterance(self.said.as_stored).settled)

    @property
    def wants_another_strategy(self) -> bool:
        return self.said.typed.asks_for(_ANOTHER) or edits_rules(self.said.typed)

    @property
    def positions(self) -> Wish | None:
        return positions_kept(self.said)

    @property
    def orders_change(self) -> bool:
        return words_of_change.orders_change(self.said.text)

    @property
    def wants_deployment(self) -> bool:
        return words_of_change.wants_deployment(self.said.settled)

    @property
    def wanted_back(self) -> str:
        return "" if self.said.selection is not None else wanted_back(self.said.text)

    @property
    def version(self) -> int | None:
        return None if self.said.selection is not None or self.said.plain.only_asks else version_named(self.said.plain)

    @property
    def exit_given(self) -> str:
        return "" if self.said.selection is not None else early_rules.exit_given(self.said.text)

    @property
    def unread_rules(self) -> Sequence[str]:
        return () if self.said.selection is not None else early_rules.unread_rules(self.said.text)

    @property
    def instrument_of_rules(self) -> str:
        return early_rules.instrument_of_rules(self.said.text)

    def decision(self, field: str, asked: AskedFields) -> str | None:
        return decision_on(field, self.said.plain, asked)

    def word_on(self, waiting: Mapping[str, str]) -> ProposalWord | None:
        return proposal_word(self.said.typed, waiting)

    def unread_parts(self, asked: AskedFields) -> Sequence[str]:
        return unread_parts(self.said.as_stored, asked)
