"""A model that reads every sentence rightly, in nine languages: how many of its patches are kept for one tap to bind.

    python -m benchmarks.model_patches [--show]

A row of the corpus is a field, its value, and how a person says it in each language. The patch is right; it has to be
proposed, one tap has to bind it, and nothing may be bound before. The same patches beside words that say nothing of the
kind bind nothing at all.
"""

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseResult
from packages.contracts.genui import ProposalCard
from packages.core.messages import Language
from tests.apps.api.agents.early_desk import BOLD, EarlyDesk
from tests.apps.api.agents.late_desk import LateDesk, told

CORPUS = Path(__file__).parent.parent / "tests/corpus/conversation/patches.jsonl"
LANGUAGES = ("en", "zh", "ja", "ko", "de", "fr", "es", "pt", "ru")
LEAST_KEPT = 0.95
_KYC = ("trading_years_bucket", "risk_tolerance", "return_expectation")
_TOLD = {"trading_years_bucket": "years_3_5", "risk_tolerance": "aggressive"}
_SCOPE = {
    "target_market": "us_stocks",
    "target_instrument": "AAPL",
    "opportunity_frequency_bucket": "few_per_week",
    "holding_period_bucket": "swing_days",
}
_MARKETS = {"AAPL": "us_stocks", "TGT": "us_stocks", "600519.SH": "cn_stocks", "BTC-USD": "crypto"}
# What says nothing about any field: hello, a question, thanks.
ASIDE = {
    "en": ("Hello there", "What does a stop order do?", "Thanks a lot"),
    "zh": ("你好呀", "止损单是做什么的？", "多谢"),
    "ja": ("こんにちは", "逆指値とは何ですか？", "ありがとうございます"),
    "ko": ("안녕하세요", "스탑 주문이 뭐예요?", "감사합니다"),
    "de": ("Guten Tag", "Was macht eine Stop-Order?", "Vielen Dank"),
    "fr": ("Bonjour", "À quoi sert un ordre stop ?", "Merci beaucoup"),
    "es": ("Buenos días", "¿Para qué sirve una orden stop?", "Muchas gracias"),
    "pt": ("Bom dia", "Para que serve uma ordem stop?", "Muito obrigado"),
    "ru": ("Добрый день", "Что делает стоп-заявка?", "Большое спасибо"),
}


@dataclass(frozen=True, slots=True)
class PatchCase:
    """One sentence, and the patch that reads it rightly."""

    field: str
    value: str
    language: str
    text: str


@dataclass(frozen=True, slots=True)
class PatchOutcome:
    """`kept`: it was proposed, and one tap bound it. `bound`: it was bound before anybody tapped, and would not have
    been without the model."""

    case: PatchCase
    kept: bool
    bound: bool
    notes: tuple[str, ...] = ()


def cases() -> Iterator[PatchCase]:
    for line in CORPUS.read_text("utf-8").splitlines():
        row = json.loads(line)
        for language in LANGUAGES:
            yield PatchCase(row["field"], row["value"], language, row[language])


async def at_the_question(case: PatchCase) -> EarlyDesk | LateDesk:
    """A conversation in which this field is asked for."""
    language = Language.ZH if case.language == "zh" else Language.EN
    match case.field:
        case field if field in _KYC:
            before = {name: value for name, value in _TOLD.items() if _KYC.index(name) < _KYC.index(field)}
            return EarlyDesk(Phase.KYC, language=language, blocks={Phase.KYC: PhaseBlock(before)})
        case "strategy_confirmed":
            desk = LateDesk(language=language)
            desk.save()
            await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
            return desk
        case "stress_test_decision":
            late = await LateDesk(language=language).stressing()
            late.stress()
            await late.says("run it", told("stress", "create", stress_report_id="r1"))
            return late
        case "deployment_target":
            return await LateDesk(language=language).deploying()
        case "deployment_confirmation_status":
            deploying = await LateDesk(language=language).deploying()
            await deploying.says("paper")
            return deploying
        case _:
            return EarlyDesk(Phase.PRE_STRATEGY, BOLD, language, blocks={Phase.PRE_STRATEGY: _scope(case)})


def _scope(case: PatchCase) -> PhaseBlock:
    """What was settled before this field was asked for."""
    names = [*_SCOPE, "strategy_family_choice"]
    before = {name: _SCOPE[name] for name in names[: names.index(case.field)]}
    if case.field == "target_instrument":
        before["target_market"] = _MARKETS[case.value]
    return PhaseBlock(before)


async def outcome(case: PatchCase) -> PatchOutcome:
    desk, alone = await at_the_question(case), await at_the_question(case)
    phase = desk.phase
    result = await desk.says(case.text, patch={case.field: case.value})
    await alone.says(case.text)
    at_once = _value(desk, phase, case.field) == case.value
    bound = at_once and _value(alone, phase, case.field) != case.value
    proposal = _proposal(result)
    if proposal is None or proposal.fields.get(case.field) != case.value:
        counts = at_once or (_is_harmless(case) and not result.notes)  # by the person's own words
        return PatchOutcome(case, counts and not bound, bound, tuple(result.notes))
    await desk.says(proposal.options[0].label)
    return PatchOutcome(case, _has_taken(desk, phase, case), bound, tuple(result.notes))


def _has_taken(desk: EarlyDesk | LateDesk, phase: Phase, case: PatchCase) -> bool:
    """To change the rules leads back to them, and leaves the field open."""
    if _is_harmless(case):
        return desk.phase is Phase.STRATEGY
    return _value(desk, phase, case.field) == case.value


def _is_harmless(case: PatchCase) -> bool:
    return case.value in ("false", "revise")


def _value(desk: EarlyDesk | LateDesk, phase: Phase, field: str) -> object:
    return desk.blocks[phase].profile.get(field)


def _proposal(result: PhaseResult) -> ProposalCard | None:
    return next((card for card in result.cards if isinstance(card, ProposalCard)), None)


async def bound_aside(rows: Sequence[PatchCase]) -> int:
    """How many patches bind something that nobody spoke of."""
    bound = 0
    for case in rows:
        for text in ASIDE[case.language]:
            aside = PatchCase(case.field, case.value, case.language, text)
            bound += (await outcome(aside)).bound
    return bound


async def measured(rows: Sequence[PatchCase]) -> list[PatchOutcome]:
    return [await outcome(case) for case in rows]


def main(argv: Sequence[str] | None = None) -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--show", action="store_true", help="what was not kept, and why")
    options = asked.parse_args(argv)
    rows = list(cases())
    found = asyncio.run(measured(rows))
    print("| language | sentences | kept | bound without the person |\n|---|---|---|---|")
    for language in LANGUAGES:
        of = [each for each in found if each.case.language == language]
        kept, bound = sum(each.kept for each in of), sum(each.bound for each in of)
        print(f"| {language} | {len(of)} | {kept} ({kept / len(of):.1%}) | {bound} |")
    lost = Counter(each.case.field for each in found if not each.kept)
    print("not kept by field:", dict(lost))
    if options.show:
        for each in found:
            if not each.kept or each.bound:
                print(f"  {each.case.language} {each.case.field}={each.case.value}: {each.case.text} {each.notes}")
    aside = asyncio.run(bound_aside(rows))
    print(f"{len(rows) * 3} patches beside words that say nothing of the kind: {aside} bound")
    share = sum(each.kept for each in found) / len(found)
    raise SystemExit(0 if share >= LEAST_KEPT and not aside and not any(each.bound for each in found) else 1)


if __name__ == "__main__":
    main()
