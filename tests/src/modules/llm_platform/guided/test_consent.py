"""Work begins when the person says so: what was not read, and every no, begins nothing."""

from collections.abc import Mapping
from typing import Any, Literal

import pytest

from packages.domain.conversation.understanding.model import AskedFields
from tests.src.modules.llm_platform.guided.played import Played, play

_NO = [
    ("en", "no"),
    ("en", "stop"),
    ("en", "hold on"),
    ("en", "let me sleep on it"),
    ("en", "yes but not now"),
    ("zh", "先别"),
    ("zh", "不要"),
]
_UNREAD = [
    ("en", "asdf qwer"),
    ("en", "my dog is sick"),
    ("en", "I don't like the drawdown"),
    ("en", "blue elephants"),
    ("zh", "回撤太大了"),
]
_THANKS = [("en", "thanks!"), ("zh", "谢谢")]
_GO = [("en", "Continue"), ("en", "run it"), ("zh", "继续")]
_TOOLS: Mapping[str, Any] = {
    "stress.create_scenario_set": {"scenario_set_id": "set-1", "parts": [], "crises": [], "paths": 10},
    "stress.create": {"stress_report_id": "report-1"},
    "stress.get": {"status": "running", "scenario_set_id": "set-1"},
    "backtest.create_job": {"backtest_job_id": "job-1"},
    "backtest.get_job": {"status": "running"},
    "strategy.templates": {"template": {"why_not": "no bars"}},
    "trading.create_deployment": {"deployment_id": "deployment-1", "status": "ready", "mode": "paper"},
    "trading.start": {},
    "trading.list_deployments": {"deployments": []},
    "trading.get_deployment": {"status": "deployed"},
    "trading.readiness": {"checks": [], "limits": [], "is_ready": True},
}
_STRATEGY: dict[str, Any] = {"strategy": {"strategy_id": "strategy-1", "version": 1}}
_AGREED = {"deployment_target": "paper", "deployment_confirmation_status": "confirmed"}
_CONFIRMED: dict[str, Any] = {"block": {"profile": {"strategy_confirmed": "true"}}}
Lang = Literal["zh", "en"]


def _at(phase: str, said: str, language: Lang) -> Played:
    """Where the next step of each phase would be work."""
    state: dict[str, Any] = {
        "stress_test": _STRATEGY,
        "backtest": {**_STRATEGY, **_CONFIRMED},
        "draft": {},
        "deployment": {**_STRATEGY, "block": {"profile": _AGREED}},
    }[phase]
    place = {"backtest": "strategy", "draft": "strategy"}.get(phase, phase)
    return play(said, place, _TOOLS, language, asked=AskedFields(occasion="run_stress_test"), **state)


@pytest.mark.parametrize("phase", ["stress_test", "backtest", "draft", "deployment"])
@pytest.mark.parametrize(("language", "said"), [*_NO, *_UNREAD, *_THANKS])
def test_no_phase_begins_work_on_a_no_or_on_what_was_not_read(phase: str, language: Lang, said: str) -> None:
    assert _at(phase, said, language).tools == []


@pytest.mark.parametrize("phase", ["stress_test", "backtest", "draft", "deployment"])
@pytest.mark.parametrize(("language", "said"), _UNREAD)
def test_what_was_not_read_is_told_as_not_read(phase: str, language: Lang, said: str) -> None:
    told = {"en": "I did not understand that", "zh": "这句话我没看懂"}[language]
    assert told in _at(phase, said, language).text


@pytest.mark.parametrize("phase", ["stress_test", "backtest", "deployment"])
@pytest.mark.parametrize(("language", "said"), _NO)
def test_who_says_not_yet_hears_that_nothing_has_started(phase: str, language: Lang, said: str) -> None:
    assert {"en": "nothing has started", "zh": "什么都没有开始"}[language] in _at(phase, said, language).text


@pytest.mark.parametrize(
    ("phase", "first"),
    [
        ("stress_test", "stress.create_scenario_set"),
        ("backtest", "backtest.create_job"),
        ("draft", "strategy.templates"),
        ("deployment", "trading.list_deployments"),
    ],
)
@pytest.mark.parametrize(("language", "said"), _GO)
def test_a_read_consent_begins_it(phase: str, first: str, language: Lang, said: str) -> None:
    assert _at(phase, said, language).tools[0] == first


def test_what_was_not_read_while_the_test_runs_is_told_beside_its_progress() -> None:
    running: dict[str, Any] = {**_STRATEGY, "stress": {"stress_report_id": "report-1", "status": "running"}}
    played = play("my dog is sick", "stress_test", _TOOLS, **running)
    assert "I did not understand that" in played.text
    assert played.tools == ["stress.get"]


@pytest.mark.parametrize("said", ["my dog is sick", "asdf"])
def test_what_was_not_read_before_a_deployment_is_confirmed_is_told(said: str) -> None:
    waiting: dict[str, Any] = {**_STRATEGY, "block": {"profile": {"deployment_target": "paper"}}}
    assert "I did not understand that" in play(said, "deployment", _TOOLS, **waiting).text


def test_a_not_now_before_a_deployment_is_confirmed_is_taken_as_that() -> None:
    waiting: dict[str, Any] = {**_STRATEGY, "block": {"profile": {"deployment_target": "paper"}}}
    played = play("先别部署，再想想", "deployment", _TOOLS, "zh", **waiting)
    assert (played.tools, "什么都没有开始" in played.text) == ([], True)


def test_a_change_said_before_the_stress_test_is_made_and_begins_no_test() -> None:
    edit = {"operations": [{"op": "add", "path": "/x", "value": 1}], "not_understood": [], "assumed": []}
    changed = {"strategy_id": "strategy-1", "version": 2}
    tools = {**_TOOLS, "strategy.patch_dsl": changed, "strategy.get_dsl": changed, "strategy.diff_versions": {}}
    played = play("make the stop 3%", "stress_test", tools, **_STRATEGY, spoken_edit=edit)
    assert played.tools == ["strategy.patch_dsl", "strategy.diff_versions", "strategy.get_dsl"]
