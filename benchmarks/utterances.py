"""How much of what people say the reader by rules understands: a corpus by intent and field, right, unread, wrong.

    python -m benchmarks.utterances corpus.jsonl [--show wrong|unread] [--only decide]

A row has `phase`, `asked`, `text`, `intent`, `slots`, `decision` and, where it binds a field, `spec_fields`. A reading
that was not asked for counts as wrong, even where the right one is among them.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from packages.domain.conversation.facts import InstrumentFact
from packages.domain.conversation.fields import KYC, PRE_STRATEGY
from packages.domain.conversation.understanding.lexicon.instrument_names import NICKNAMES
from packages.domain.conversation.understanding.model import AskedFields, Understood, Wish
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from packages.domain.market_data.resolver import Resolved, SeveralMeant, resolve
from packages.domain.market_data.well_known import well_known

RIGHT, UNREAD, WRONG = "right", "unread", "wrong"
_INSTRUMENT = "target_instrument"
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "kyc": tuple(field.name for field in KYC),
    "pre_strategy": tuple(field.name for field in PRE_STRATEGY),
    "strategy": ("strategy_confirmed",),
    "stress_test": ("stress_test_decision",),
    "deployment": ("deployment_target", "deployment_confirmation_status"),
}
# Decisions that are no field but a wish, as the phases take them.
_WISHES: Mapping[str, frozenset[Wish]] = {
    "pause": frozenset({Wish.PAUSE}),
    "stop": frozenset({Wish.STOP}),
    "start": frozenset({Wish.RESUME, Wish.CONTINUE}),
    "run_backtest": frozenset({Wish.BACKTEST}),
    "run_stress_test": frozenset({Wish.STRESS_TEST, Wish.CONTINUE, Wish.YES}),
    "not_yet": frozenset({Wish.WAIT}),
    "back": frozenset({Wish.BACK, Wish.NEW_KYC, Wish.NEW_SCOPE, Wish.START_OVER, Wish.REVISE}),
}
_CHANGED = {"false", "revise", "needs_changes"}
_SEEDED = {"cn_stocks", "us_stocks", "crypto", "forex", "futures"}
_COMMITS = {"true", "deploy", "live", "confirmed"}  # what a person must never be taken for having said


@dataclass(frozen=True, slots=True)
class Scored:
    """A row with what became of it: of what it answers or decides, and of what it is."""

    text: str
    kind: str
    told: str
    outcome: str
    intent: str
    intent_read: str
    note: str

    @property
    def is_intent_right(self) -> bool:
        return self.intent_read in self.intent.split("|")


def score(rows: Iterable[Mapping[str, Any]], today: date) -> list[Scored]:
    return [each for row in rows for each in _scored(row, today)]


def _scored(row: Mapping[str, Any], today: date) -> Iterator[Scored]:
    understood = RuleUnderstanding().read(row["text"], asked_of(row, today))
    intents = "|".join((row["intent"], *row.get("also_ok_intent", ())))
    outcome = _outcome(row, understood)
    fields = "+".join(_expected(row)) or row["asked"] or "none"
    yield Scored(
        row["text"],
        _kind(row),
        fields,
        outcome,
        intents,
        understood.intent.value,
        f"{row['id']} [{row['asked']}] want {_wanted(row)} read {dict(understood.answers)} {[*understood.wishes]}",
    )


def asked_of(row: Mapping[str, Any], today: date) -> AskedFields:
    """Every field of the phase may be answered; a correction may be of an earlier phase."""
    names = _FIELDS[row["phase"]]
    if row["intent"] == "correct":
        names = tuple(dict.fromkeys((*names, *row["slots"])))
    is_open = row["asked"] in names
    return AskedFields(
        names,
        frozenset({row["asked"]}) if is_open else frozenset(),
        instruments=_known() if _INSTRUMENT in names else (),
        market=None if row["asked"] == "target_market" else row.get("also_ok", {}).get("target_market"),
        today=today,
        occasion={"stress_test": "run_stress_test", "deployment": "running"}.get(row["phase"], "")
        if not is_open
        else "",
    )


@cache
def _known() -> tuple[InstrumentFact, ...]:
    return tuple(
        InstrumentFact(
            str(each.symbol), each.symbol.market.value, _name(each.names, 1), _name(each.names, 0), (), False
        )
        for each in well_known()
    )


def _name(names: tuple[str, ...], is_ascii: int) -> str:
    return next((name for name in names if name.isascii() is not bool(is_ascii)), names[0] if names else "")


def _kind(row: Mapping[str, Any]) -> str:
    if row.get("ambiguous") or row.get("out_of_vocabulary"):
        return "nothing to read"
    if row["intent"] == "answer":
        return "several answers" if len(row["slots"]) > 1 else "single answer"
    if row["decision"] and row["intent"] in ("decide", "wait", "override", "edit_rules", "back"):
        return {"edit_rules": "rule edit", "back": "going back"}.get(row["intent"], "decision")
    return {"correct": "correction"}.get(row["intent"], "no answer")


def _expected(row: Mapping[str, Any]) -> dict[str, str]:
    slots = {} if row["intent"] == "research" else {name: str(value) for name, value in row["slots"].items()}
    named = {name: _spelt(value) for name, value in row.get("spec_fields", {}).items()}
    if row["decision"] == "not_yet":
        named = {name: value for name, value in named.items() if value == "hold"}
    return {**slots, **named}


def _spelt(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _wanted(row: Mapping[str, Any]) -> str:
    return f"{_expected(row)} {row['decision'] or row['intent']}"


def _outcome(row: Mapping[str, Any], understood: Understood) -> str:
    wanted, read = _expected(row), dict(understood.answers)
    allowed = {**row.get("also_ok", {})}
    extra = [name for name in read if name not in wanted and allowed.get(name) != read[name]]
    if row["intent"] == "correct":  # who corrects an earlier answer changes something, as the phase takes it
        extra = [name for name in extra if read[name] not in _CHANGED]
    if row.get("out_of_vocabulary"):  # markets that the seeds lack and the desk has
        extra = [name for name in extra if read[name] in _SEEDED]
    if row["decision"] == "not_yet":
        return _not_yet(understood)
    if row["decision"] == "back" or (row["decision"] in _WISHES and not wanted):
        if extra and _COMMITS & set(read.values()) and row["decision"] not in ("start", "run_stress_test"):
            return WRONG
        return RIGHT if _WISHES[row["decision"]] & set(understood.wishes) else UNREAD
    if extra or any(name in read and not _same(name, read[name], value, row) for name, value in wanted.items()):
        return WRONG
    if row["intent"] == "edit_rules" or (row["decision"] == "start" and row["asked"] is None):
        return RIGHT if read or understood.intent.value == row["intent"] or Wish.RESUME in understood.wishes else UNREAD
    return RIGHT if all(name in read for name in wanted) else UNREAD


def _not_yet(understood: Understood) -> str:
    if _COMMITS & set(understood.answers.values()):
        return WRONG
    said = set(understood.answers.values())
    return RIGHT if Wish.WAIT in understood.wishes or said & {"hold", "false", "needs_changes"} else UNREAD


def _same(name: str, read: str, value: str, row: Mapping[str, Any]) -> bool:
    if name != _INSTRUMENT:
        return read == value
    also = row.get("also_ok", {}).get(_INSTRUMENT)
    return any(read in _symbols(each) for each in (value, also) if each)


@cache
def _symbols(named: str) -> frozenset[str]:
    match resolve(named):
        case Resolved(instrument):
            return frozenset({str(instrument.symbol)})
        case SeveralMeant(candidates):
            return frozenset(str(each.symbol) for each in candidates)
        case _:
            return frozenset(symbol for symbol, names in NICKNAMES.items() if named in names)


def _table(title: str, counted: Mapping[str, Counter[str]]) -> Iterator[str]:
    yield f"\n{title:32s} {'all':>5s} {RIGHT:>6s} {UNREAD:>6s} {WRONG:>6s}  right"
    for name, counts in counted.items():
        whole = counts.total()
        figures = " ".join(f"{counts[each]:6d}" for each in (RIGHT, UNREAD, WRONG))
        yield f"{name[:32]:32s} {whole:5d} {figures}  {counts[RIGHT] / whole:5.1%}"


def report(scored: list[Scored]) -> Iterator[str]:
    kinds: dict[str, Counter[str]] = {}
    fields: dict[str, Counter[str]] = {}
    intents: dict[str, Counter[str]] = {}
    for each in scored:
        kinds.setdefault(each.kind, Counter())[each.outcome] += 1
        if each.kind in ("single answer", "decision"):
            fields.setdefault(each.told, Counter())[each.outcome] += 1
        read = RIGHT if each.is_intent_right else UNREAD if each.intent_read == "unknown" else WRONG
        if each.kind == "nothing to read":
            continue
        intents.setdefault(each.intent.split("|", maxsplit=1)[0], Counter())[read] += 1
    kinds["everything"] = sum(kinds.values(), Counter())
    intents["every intent"] = sum(intents.values(), Counter())
    yield from _table("what was said", kinds)
    yield from _table("single answers and decisions", fields)
    yield from _table("intent", intents)


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--show", choices=(WRONG, UNREAD, "intent"))
    parser.add_argument("--only", default="")
    parser.add_argument("--today", type=date.fromisoformat, default=date(2026, 11, 17))
    options = parser.parse_args(argv)
    rows = [json.loads(line) for line in options.path.read_text(encoding="utf-8").splitlines() if line.strip()]
    scored = score(rows, options.today)
    for each in scored:
        is_shown = not each.is_intent_right if options.show == "intent" else each.outcome == options.show
        if options.show and is_shown and options.only in f"{each.kind} {each.told} {each.intent}":
            print(f"{each.outcome:6s} {each.text} | {each.intent}/{each.intent_read} | {each.note}")
    print("\n".join(report(scored)))


if __name__ == "__main__":
    main()
