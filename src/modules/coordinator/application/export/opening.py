"""How a report opens: the cover with what decides, and the thesis in three sentences."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from packages.domain.evidence.reports.opinions import anchor
from packages.domain.evidence.units import CURRENCIES, written
from packages.reports.drawing.shapes import Tone
from src.modules.coordinator.application.export.model import Block, FactSheet, ReportFact, Section, Spans, TextSpan
from src.modules.coordinator.application.export.reading import Dict, ReportedRun, by_rules

_ACTION_TONES: dict[str, Tone] = {"BUY": "rise", "SELL": "fall", "HOLD": "accent", "NO_CALL": "soft"}
_STRENGTHS = {"HIGH": 0, "MEDIUM": 1, "LOW": 2}


def cover(run: ReportedRun) -> Section:
    facts = sorted((*_call(run), *_prices(run), *_provenance(run)), key=lambda fact: not fact.strong)
    return Section("cover", "cover", run.say.say("cover"), (FactSheet(tuple(facts)),))


def thesis(run: ReportedRun) -> Section:
    """The call, what it rests on, and what speaks against it."""
    sentences = [Block("paragraph", spans) for spans in (_called(run), *_cases(run)) if spans]
    return Section("thesis", "thesis", run.say.say("thesis"), tuple(sentences))


def price_spans(run: ReportedRun, price: Dict | None) -> Spans:
    """A price of the verdict rests on the last of the rows that it follows from."""
    if not price:
        return (TextSpan("–"),)
    shown = written(Decimal(str(price["value"])), str(price["unit"]), run.language)
    rows = price.get("rows") or ()
    place = anchor(str(price["expert"]), str(rows[-1]["tag"])) if rows else ""
    return (TextSpan(shown, place if place in run.rows else None),)


def unit_word(run: ReportedRun, unit: str) -> str:
    """`CNY/share` as people of the language write it."""
    currency = unit.removesuffix("/share")
    if currency not in CURRENCIES or run.language != "zh":
        return unit
    return CURRENCIES[currency][0] + ("/股" if unit != currency else "")


def _call(run: ReportedRun) -> Iterator[ReportFact]:
    verdict, say = run.verdict, run.say
    if not verdict:
        key = "verdict_failed" if run.result.get("judge_error") else "no_verdict"
        yield ReportFact(say.say("verdict"), (TextSpan(say.say(key)),), "soft", strong=True)
        return
    action = str(verdict["action"])
    yield ReportFact(say.say("verdict"), (TextSpan(say.word("action", action)),), _ACTION_TONES[action], strong=True)
    if reason := verdict.get("no_call_reason"):
        yield ReportFact(say.say("no_call_reason"), (TextSpan(say.word("no_call_reason", str(reason))),))
    if verdict.get("probability") is not None:
        yield ReportFact(say.say("probability"), (TextSpan(f"{verdict['probability']:.0%}"),), strong=True)
    if verdict.get("time_horizon"):
        yield ReportFact(say.say("horizon"), (TextSpan(_horizon(run)),), strong=True)
    if verdict.get("position_percent"):
        label = "position_sell" if action == "SELL" else "position"
        yield ReportFact(say.say(label), (TextSpan(f"{verdict['position_percent']:.0f}%"),))


def _horizon(run: ReportedRun) -> str:
    days, benchmark = str(run.verdict["time_horizon"]), run.verdict.get("benchmark")
    return run.say.say("against", days=days, benchmark=str(benchmark)) if benchmark else run.say.say("days", days=days)


def _prices(run: ReportedRun) -> Iterator[ReportFact]:
    say, verdict = run.say, run.verdict
    close = run.row("technical_analyst", "close") or run.row("valuation_modeler", "price")
    yield ReportFact(say.say("price"), run.figure_spans(close), strong=True)
    yield ReportFact(say.say("target_range"), _target(run), strong=True)
    if verdict.get("stop_loss"):
        yield ReportFact(say.say("stop_loss"), price_spans(run, verdict["stop_loss"]), "warn", strong=True)
    if verdict.get("take_profit"):
        yield ReportFact(say.say("take_profit"), price_spans(run, verdict["take_profit"]), "accent")
    triggers = [str(one) for one in verdict.get("invalidation_triggers") or () if not run.was_removed(str(one))]
    if triggers:
        yield ReportFact(say.say("invalidation"), run.spans(triggers[0], by_rules=by_rules(verdict)))


def _target(run: ReportedRun) -> Spans:
    worth: Any = (run.experts.get("valuation_modeler") or {}).get("estimated_intrinsic_value_range") or {}
    ends = [worth.get("lower_bound"), worth.get("upper_bound")]
    price = run.row("valuation_modeler", "price")
    if price is None or None in ends:
        return (TextSpan(run.say.say("no_range")),)
    low, high = (written(Decimal(repr(end)), price.unit, run.language) for end in ends)
    return (TextSpan(f"{low.partition(' ')[0]}–{high}"),)


def _provenance(run: ReportedRun) -> Iterator[ReportFact]:
    say = run.say
    engines = {
        str(part.get("engine")) for part in (*run.experts.values(), run.debate, run.verdict) if part.get("engine")
    }
    if engines:
        words = " + ".join(say.word("engine", engine) for engine in sorted(engines, reverse=True))
        yield ReportFact(say.say("engine"), (TextSpan(words),))
    if freshness := _freshness(run):
        yield ReportFact(say.say("freshness"), (TextSpan(freshness),))


def _freshness(run: ReportedRun) -> str:
    close, revenue = run.row("technical_analyst", "close"), run.row("financial_auditor", "revenue")
    parts = []
    if close and run.day:
        age = (run.day - date.fromisoformat(close.period)).days
        parts.append(run.say.say("prices_to", day=close.period, age=str(age)))
    if revenue:
        parts.append(run.say.say("accounts_to", day=revenue.period[-10:]))
    return run.between.join(parts)


def _called(run: ReportedRun) -> Spans:
    verdict, say = run.verdict, run.say
    if not verdict:
        return ()
    name = run.company or run.symbol
    if verdict.get("probability") is None:
        reason = say.word("no_call_reason", str(verdict.get("no_call_reason")))
        return run.own_spans("thesis_no_call", name=name, reason=reason)
    chance, days = f"{verdict['probability']:.0%}", str(verdict.get("time_horizon"))
    action, benchmark = say.word("action", str(verdict["action"])), verdict.get("benchmark")
    params = {"name": name, "action": action, "chance": chance, "days": days}
    called = (
        run.own_spans("thesis_call", benchmark=str(benchmark), **params)
        if benchmark
        else run.own_spans("thesis_alone", **params)
    )
    return (*called, *why_held(run))


def why_held(run: ReportedRun) -> Spans:
    """The last of the reasons of a Hold by rules is why nothing is done."""
    reasons = str(run.verdict.get("reasoning") or "").splitlines()
    if run.verdict.get("action") != "HOLD" or not by_rules(run.verdict) or not reasons:
        return ()
    return TextSpan("" if run.language == "zh" else " "), *run.spans(reasons[-1], by_rules=True)


def _cases(run: ReportedRun) -> Iterator[Spans]:
    """The best argument of the side that leads, then the best of the other."""
    sides = ("bear_case", "bull_case") if run.debate.get("direction") == "BEARISH" else ("bull_case", "bear_case")
    decided = run.verdict.get("action") in ("BUY", "SELL")
    openings = ("thesis_rests", "thesis_against") if decided else [f"thesis_{side}" for side in sides]
    heard = ""
    for side, opening in zip(sides, openings, strict=True):
        listed = (run.debate.get(side) or {}).get("supporting_arguments") or ()
        arguments = [one for one in listed if isinstance(one, Mapping)]
        if arguments:
            # Another expert than before where there is one: nobody argues with itself.
            others = [one for one in arguments if one.get("dimension") != heard]
            best = min(others or arguments, key=lambda one: _STRENGTHS.get(str(one.get("strength")), 3))
            expert = heard = str(best.get("dimension", ""))
            said = run.spans(str(best.get("argument", "")), expert, by_rules=by_rules(run.debate))
            yield (TextSpan(run.say.say(opening, expert=run.expert_name(expert))), *said)
