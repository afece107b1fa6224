"""A chain in which nothing can be changed unseen."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from src.modules.judge.domain.chain import GENESIS, Head, Link, StoredLink, canonical, check_chain, next_link

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
contents = st.lists(st.dictionaries(st.text(max_size=8), json_values, max_size=4), min_size=1, max_size=6)


def _chain(told: list[dict[str, Any]]) -> tuple[list[StoredLink], Head]:
    head, links = Head(), []
    for content in told:
        link = next_link(head, content)
        head = Head(link.seq, link.hash)
        links.append(StoredLink(link, {}))
    return links, head


@given(contents)
def test_what_was_chained_is_whole(told: list[dict[str, Any]]) -> None:
    links, head = _chain(told)
    check = check_chain("calls", links, head)
    assert (check.ok, check.entries, check.head) == (True, len(told), head.hash)


@given(contents, st.data())
def test_any_changed_character_is_found_at_its_entry(told: list[dict[str, Any]], data: st.DataObject) -> None:
    links, head = _chain(told)
    at = data.draw(st.integers(0, len(links) - 1))
    link = links[at].link
    place = data.draw(st.integers(0, len(link.body) - 1))
    other = data.draw(st.characters().filter(lambda character: character != link.body[place]))
    try:
        body = (link.body[:place] + other + link.body[place + 1 :]).encode().decode()
    except UnicodeEncodeError:
        return
    links[at] = StoredLink(Link(link.seq, body, link.hash), {})
    assert check_chain("calls", links, head).broken_at == at + 1


@given(contents, st.data())
def test_entries_that_change_places_or_vanish_are_found(told: list[dict[str, Any]], data: st.DataObject) -> None:
    links, head = _chain(told)
    at = data.draw(st.integers(0, len(links) - 1))
    assert not check_chain("calls", links[:at] + links[at + 1 :], head).ok
    if at:
        links[at - 1], links[at] = links[at], links[at - 1]
        assert check_chain("calls", links, head).broken_at == at


@given(contents)
def test_a_head_that_does_not_fit_the_last_entry_is_found(told: list[dict[str, Any]]) -> None:
    links, head = _chain(told)
    assert not check_chain("calls", links, Head(head.seq + 1, head.hash)).ok
    assert not check_chain("calls", links, Head(head.seq, GENESIS)).ok


@given(st.dictionaries(st.text(max_size=8), json_values, max_size=5))
def test_one_content_has_one_text(content: dict[str, Any]) -> None:
    turned = dict(reversed(content.items()))
    assert canonical(content) == canonical(turned)
    assert json.loads(canonical(content)) == content
