"""Every tool that a stage names is there, and may be called in its phase."""

import json
from importlib.resources import files

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.stages import STAGES, TOOLS, policy_of
from apps.mcp.composition import TOOLBOXES
from apps.mcp.toolbox import ToolEffect
from packages.contracts.tool_grants import ToolDomain
from packages.core.messages import Language

CATALOGUE = files("packages.core").joinpath("catalogue")


@pytest.mark.parametrize(("phase", "stage"), list(TOOLS))
def test_a_stage_names_only_tools_that_are_there_and_that_its_phase_may_call(phase: Phase, stage: str) -> None:
    for domain, names in TOOLS[phase, stage].items():
        for name in names:
            assert phase in TOOLBOXES[domain].tools[name].rule.phases, f"{domain}.{name}"


def test_every_stage_has_its_row_and_a_stage_without_one_has_no_tools() -> None:
    assert set(TOOLS) == {(phase, stage) for phase, stages in STAGES.items() for stage in stages}
    assert (policy_of(Phase.KYC, "asking").tools, policy_of(Phase.KYC, "asking").tool_choice) == ({}, "none")


def test_money_moves_only_after_the_persons_word_and_can_always_be_held_back() -> None:
    trading = {where: tools.get(ToolDomain.TRADING, frozenset()) for where, tools in TOOLS.items()}
    making = {where for where, names in trading.items() if names & {"create_deployment", "start"}}
    holding = {where for where, names in trading.items() if {"pause", "stop"} <= names}
    assert making == {(Phase.DEPLOYMENT, "rollout")}
    assert holding == {(Phase.DEPLOYMENT, "rollout"), (Phase.DEPLOYMENT, "done"), (Phase.COMPLETED, "watch")}


def test_after_the_deployment_nothing_is_written_but_a_pause_a_stop_a_replay_and_research() -> None:
    written = {
        name
        for domain, names in TOOLS[Phase.COMPLETED, "watch"].items()
        for name in names
        if TOOLBOXES[domain].tools[name].rule.effect is ToolEffect.WRITE
    }
    assert written == {"pause", "stop", "replay", "run", "audit"}


@pytest.mark.parametrize("language", list(Language))
def test_the_page_says_in_words_what_each_tool_does(language: Language) -> None:
    phrases = json.loads(CATALOGUE.joinpath(language.value, "page", "chat.json").read_text("utf-8"))
    called = {f"call_{domain}_{name}" for domain, toolbox in TOOLBOXES.items() for name in toolbox.tools}
    assert not called - set(phrases)
    assert not [name for name in called if "_" in phrases[name]]
