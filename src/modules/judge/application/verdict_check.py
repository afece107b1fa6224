"""Holds the words of a verdict to the rows of the run; what they do not bear out is removed, and counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from packages.domain.evidence.findings import Grounding
from packages.domain.evidence.reports.run_book import EvidenceNames, RunBook
from packages.domain.evidence.reports.sufficiency import carried, is_sufficient
from packages.domain.evidence.reports.texts import complaint, grounding_json, together
from src.modules.judge.domain.case import Case, MarketFacts
from src.modules.judge.domain.ports import Judgement
from src.modules.judge.domain.prices import case_unit
from src.modules.judge.domain.verdict import JudgeOpinion, VerdictAction

Lack = Literal["", "unbound", "thin"]
MARKET = "market"  # whose rows are the price and the base rate of the call
_NO_ROW = "reasoning: it cites no row — the tag of a row as [technical_analyst:E7] behind what it rests on"
_TOO_THIN = "less than half of its numbers and claims are borne out by rows — say what the rows say, with their tags"
_LACKS: dict[Lack, tuple[str, ...]] = {"": (), "unbound": (_NO_ROW,), "thin": (_TOO_THIN,)}
_BASE_RATE = {"base_rate": ("基准胜率", "基础概率", "历史胜率", "base rate")}


def run_book_of(
    case: Case, evidence: Mapping[str, Sequence[Mapping[str, Any]]], names: EvidenceNames, company: Sequence[str]
) -> RunBook | None:
    """The experts' rows, and what the market says at the call; None where no expert gave any row."""
    if not evidence:
        return None
    symbol = str(case.symbol)
    known = EvidenceNames({**names.labels, **_BASE_RATE}, {symbol: company, **names.companies})
    return RunBook.of(symbol, {**evidence, MARKET: _market_rows(case.market, case)}, known)


def _market_rows(market: MarketFacts, case: Case) -> list[dict[str, Any]]:
    if market.base is None:
        return []
    shared = {"period": str(market.base.day), "known_at": case.as_of.isoformat(), "source": market.base.source}
    rate = {"tag": "E2", "id": "base_rate", "metric": "base_rate", "value": market.past.rate, "unit": "probability"}
    close = {"metric": "close", "value": market.base.value, "unit": case_unit(case)}
    return [{"tag": "E1", "id": market.base.id, **close, **shared}, {**rate, **shared}]


@dataclass(frozen=True, slots=True)
class HeldOpinion:
    """`opinion` has only what is borne out; `grounding` is that of the words as they were given, None where there was
    nothing to hold them to. `no_call_because`: why a model's words carry no call (`unbound`: the reasoning that is
    left cites no row; `thin`: rows bear out less than half of what it says), empty where they do."""

    opinion: JudgeOpinion
    grounding: dict[str, object] | None
    no_call_because: Lack = ""
    complaints: tuple[str, ...] = ()


def held(judgement: Judgement, case: Case) -> HeldOpinion:
    book, opinion = case.book, judgement.opinion
    if book is None:
        return HeldOpinion(opinion, None)
    by_rules = judgement.engine == "rules"
    found = together(book.check(text, by_program=by_rules) for text in _texts(opinion))
    left, removed = _cleaned(opinion, book, case, by_rules=by_rules) if found.violations else (opinion, 0)
    if by_rules or opinion.action is VerdictAction.NO_CALL:
        return HeldOpinion(left, grounding_json(found, removed), "", _complaints(found))
    because = _lack(left, found, book)
    sure = replace(left, confidence=carried(left.confidence, found))
    return HeldOpinion(sure, grounding_json(found, removed), because, (*_complaints(found), *_LACKS[because]))


def _lack(left: JudgeOpinion, found: Grounding, book: RunBook) -> Lack:
    if not book.cites(left.reasoning):
        return "unbound"
    return "" if is_sufficient(found) else "thin"


def _complaints(found: Grounding) -> tuple[str, ...]:
    return tuple(complaint(finding) for finding in found.violations)


def _texts(opinion: JudgeOpinion) -> tuple[str, ...]:
    return opinion.entry_strategy, *opinion.invalidation_triggers, *opinion.risk_warnings, opinion.reasoning


def _cleaned(opinion: JudgeOpinion, book: RunBook, case: Case, *, by_rules: bool) -> tuple[JudgeOpinion, int]:
    removed = 0

    def clean(text: str) -> str:
        nonlocal removed
        cleaned = book.cleaned(text, case.language, by_program=by_rules)
        removed += cleaned.removed
        return cleaned.text

    left = replace(
        opinion,
        entry_strategy=clean(opinion.entry_strategy),
        invalidation_triggers=tuple(clean(one) for one in opinion.invalidation_triggers),
        risk_warnings=tuple(clean(one) for one in opinion.risk_warnings),
        reasoning=clean(opinion.reasoning),
    )
    return left, removed
