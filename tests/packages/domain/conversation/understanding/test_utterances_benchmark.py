"""The benchmark of utterances counts what is right, unread and wrong."""

import json
from datetime import date
from pathlib import Path

import pytest

from benchmarks.utterances import RIGHT, UNREAD, WRONG, main, score

TODAY = date(2026, 11, 17)


def row(asked: str, text: str, intent: str = "answer", **rest: object) -> dict[str, object]:
    known: dict[str, object] = {
        "id": "u",
        "phase": "kyc",
        "asked": asked,
        "text": text,
        "intent": intent,
        "slots": {},
        "decision": None,
    }
    return {**known, **rest}


YES = {"spec_fields": {"strategy_confirmed": True}, "phase": "strategy", "decision": "confirm_strategy"}
ROWS = [
    (row("risk_tolerance", "中等吧", slots={"risk_tolerance": "moderate"}), RIGHT),
    (row("risk_tolerance", "qwerty", slots={"risk_tolerance": "moderate"}), UNREAD),
    (row("risk_tolerance", "保守", slots={"risk_tolerance": "moderate"}), WRONG),
    (row("trading_years_bucket", "好几年了", ambiguous=True), RIGHT),
    (row("strategy_confirmed", "looks good, let's do it", "decide", **YES), RIGHT),
    (row("strategy_confirmed", "let me sleep on it", "wait", phase="strategy", decision="not_yet"), RIGHT),
    (row("strategy_confirmed", "yes", "wait", phase="strategy", decision="not_yet"), WRONG),
    (row("target_instrument", "英伟达", phase="pre_strategy", slots={"target_instrument": "Nvidia"}), RIGHT),
]


@pytest.mark.parametrize(("said", "outcome"), ROWS, ids=[str(said["text"]) for said, _ in ROWS])
def test_a_row_is_right_unread_or_wrong(said: dict[str, object], outcome: str) -> None:
    assert [each.outcome for each in score([said], TODAY)] == [outcome]


def test_a_report_tells_each_kind_and_shows_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus = tmp_path / "utterances.jsonl"
    corpus.write_text("\n".join(json.dumps(said) for said, _ in ROWS), encoding="utf-8")
    main([str(corpus), "--show", "wrong"])
    told = capsys.readouterr().out
    assert "single answer" in told
    assert "保守" in told
    assert "中等吧" not in told
