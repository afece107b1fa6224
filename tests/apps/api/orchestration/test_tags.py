"""Tags never reach the person, whatever the split; everything else does."""

import json
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.api.orchestration.constants import MOST_BLOCKS
from apps.api.orchestration.tags import Extracted, TagFilter, held_from
from tests.timing import growth

CARD = {"type": "choice_prompt", "choice_id": "risk_tolerance"}
PATCH = {"risk_tolerance": "moderate"}


def whole(text: str) -> tuple[str, Extracted]:
    return split([text])


def split(deltas: list[str]) -> tuple[str, Extracted]:
    tags = TagFilter()
    shown = "".join(tags.feed(delta) for delta in deltas)
    extracted = tags.finish()
    return shown + extracted.rest, extracted


def test_cards_and_patches_are_taken_out_of_the_text() -> None:
    text = f"One.<AGENT_UI_JSON>{json.dumps(CARD)}</AGENT_UI_JSON>Two.<AGENT_STATE_PATCH>{json.dumps(PATCH)}" + (
        "</AGENT_STATE_PATCH>Three."
    )
    shown, extracted = whole(text)
    assert shown == "One.Two.Three."
    assert extracted.cards == (CARD,)
    assert extracted.patches == (PATCH,)
    assert extracted.problems == ()


@pytest.mark.parametrize("cut", ["<AGENT_U", "< agent_state_pa", "</AGENT_UI_JSO", "<mcp_stra", "[session st"])
def test_a_mark_that_an_answer_was_cut_in_is_not_shown(cut: str) -> None:
    assert whole(f"Hello. {cut}")[0] == "Hello. "
    assert split(["你好。", *cut])[0] == "你好。"


@pytest.mark.parametrize("text", ["a <", "a < b", "3 <a", "see [s"])
def test_what_may_be_text_stays_at_the_end(text: str) -> None:
    assert whole(text)[0] == text


@pytest.mark.parametrize(
    "block",
    [
        '< agent_ui_json >{"a": 1}</ agent_ui_json >',
        '<Agent_UI_Json>\n```json\n{"a": 1}\n```\n</Agent_UI_Json>',
        '<AGENT_UI_JSON>[{"a": 1}]</AGENT_UI_JSON>',
        '<AGENT_UI_JSON> {"a": 1} </\tAGENT_UI_JSON\n>',
    ],
)
def test_case_blanks_fences_and_lists_are_taken(block: str) -> None:
    shown, extracted = whole(f"before {block} after")
    assert shown == "before  after"
    assert extracted.cards == ({"a": 1},)


@pytest.mark.parametrize(
    ("text", "kept", "problem"),
    [
        ('Hello <AGENT_UI_JSON>{"a": 1', "Hello ", "never closed"),
        ("Hello <AGENT_STATE_PATCH>{a: 1}</AGENT_STATE_PATCH> there", "Hello  there", "not JSON"),
        ("Hello <AGENT_STATE_PATCH>17</AGENT_STATE_PATCH> there", "Hello  there", "not a JSON object"),
        ('<AGENT_UI_JSON>{"a": NaN}</AGENT_UI_JSON>x', "x", "not JSON"),
    ],
)
def test_a_bad_block_is_hidden_from_the_person_and_told_to_the_model(text: str, kept: str, problem: str) -> None:
    shown, extracted = whole(text)
    assert shown == kept
    assert problem in extracted.problems[0]
    assert not extracted.cards
    assert not extracted.patches


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('[SESSION STATE]\n{"phase": "kyc", "a": {"b": "}"}}\n[/SESSION STATE]\nHello', "\n\nHello"),
        ('[SESSION STATE] {"a": "\\"}"} Hello', " Hello"),
        ("[SESSION STATE] Hello", "Hello"),
        ("<mcp_strategy_get>Look</mcp_strategy_get> here", "Look here"),
        ('<mcp_call name="x">Look', "Look"),
        ('<CHOICE_SELECTION>{"choice_id": "a"}</CHOICE_SELECTION>Good', "Good"),
        ("stray </AGENT_UI_JSON> end", "stray  end"),
    ],
)
def test_echoes_and_invented_tags_go_and_the_text_after_them_stays(text: str, kept: str) -> None:
    assert whole(text)[0] == kept


PLAIN = ["a < b and b > c", "x[0] < y[1]", "[link](https://a.b)", "<b>bold</b>", "if a<mc then", "< a", "[sess]", "1 <"]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_text_arrives_unchanged(text: str) -> None:
    assert whole(text)[0] == text


PIECES = st.sampled_from(
    [
        "<AGENT_UI_JSON>",
        "</AGENT_UI_JSON>",
        "<agent_state_patch >",
        "</ Agent_State_Patch>",
        "[SESSION STATE]",
        "[/SESSION STATE]",
        "<mcp_get_job x='1'>",
        "</mcp_get_job>",
        '{"a": {"b": "<AGENT_UI_JSON>"}}',
        "{",
        "}",
        '"',
        "<",
        "[",
        "]",
        ">",
        " ",
        "\n",
        *PLAIN,
    ]
) | st.text(alphabet=string.ascii_letters + '<>[]/_ {}"中文', max_size=12)


@given(st.lists(PIECES, max_size=14), st.data())
def test_any_split_shows_the_same_as_the_whole(pieces: list[str], data: st.DataObject) -> None:
    text = "".join(pieces)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=20)))
    deltas = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert split(deltas) == whole(text) == split(list(text))


@given(st.lists(PIECES, max_size=10))
def test_no_tag_is_ever_shown(pieces: list[str]) -> None:
    tags = TagFilter()
    shown = "".join(tags.feed(letter) for letter in "".join(pieces)).lower()
    assert "<agent_ui_json>" not in shown
    assert "<mcp_get_job" not in shown or ">" not in shown.partition("<mcp_get_job")[2]


@given(st.text(alphabet="abc <>[]/mcp_ ", max_size=40))
def test_what_is_held_back_may_be_a_tag(text: str) -> None:
    held = text[held_from(text) :]
    assert not held or held[0] in "<["


def test_a_long_text_takes_time_in_proportion() -> None:
    tags = TagFilter()
    text = "<AGENT_UI_JSON>" + json.dumps({"a": "x" * 200_000}) + "</AGENT_UI_JSON>end"
    shown = "".join(tags.feed(text[place : place + 7]) for place in range(0, len(text), 7))
    assert shown + tags.finish().rest == "end"


def test_ten_thousand_blocks_are_read_as_far_as_a_turn_may_have_them() -> None:
    tags = TagFilter()
    shown = tags.feed('<AGENT_UI_JSON>{"type": "x"}</AGENT_UI_JSON>' * 10_000)
    found = tags.finish()
    assert (shown, len(found.cards)) == ("", MOST_BLOCKS)
    assert "Only the first" in found.problems[-1]


def test_a_block_with_many_cards_counts_as_many() -> None:
    tags = TagFilter()
    tags.feed(f"<AGENT_UI_JSON>{json.dumps([{'type': 'x'}] * 30)}</AGENT_UI_JSON>" * 10)
    found = tags.finish()
    assert len(found.cards) == MOST_BLOCKS
    assert "Only the first" in found.problems[-1]


def test_blocks_cost_in_proportion_to_their_number() -> None:
    costs = growth(_filter, 500, 4_000, 8)
    assert costs.within_bounds, costs


def _filter(blocks: int) -> None:
    text = '<AGENT_UI_JSON>{"type": "x"}</AGENT_UI_JSON> and ' * blocks
    tags = TagFilter()
    for start in range(0, len(text), 200):
        tags.feed(text[start : start + 200])
    tags.finish()


def test_the_cards_and_patches_of_both_are_kept_the_desks_last() -> None:
    both = Extracted(patches=({"a": 1},)).followed_by(Extracted(patches=({"a": 2},), cards=({"type": "x"},)))
    assert (both.patches, both.cards) == (({"a": 1}, {"a": 2}), ({"type": "x"},))
