"""Repeats are told from pages that only look alike."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from src.modules.llm_platform.domain.search import SearchHit
from src.modules.llm_platform.infrastructure.web_search.found import page_id, page_key, without_repeats

T0 = datetime(2026, 3, 2, 8, tzinfo=UTC)
HIT = SearchHit(
    id="web:1", title="Bank raises dividend", url="https://example.com/1", text="text", source="Example News",
    published_at=T0, known_at=T0,
)  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://example.com/a", "https://www.example.com/a/"),
        ("https://EXAMPLE.com/a#part", "https://example.com:443/a"),
        ("https://example.com/a?b=1&c=2", "https://example.com/a?c=2&b=1"),
        ("https://example.com/a?id=1", "https://example.com/a?id=1&utm_source=x&UTM_Medium=y&fbclid=z&gclid=q&spm=1.2"),
        ("https://example.com/a?id=1", "https://example.com/a?from=wap&id=1&ref=home&pvid=7"),
        ("https://example.com/%E4%B8%AD", "https://example.com/中"),
        ("https://example.com", "http://example.com/?utm_campaign=x"),
    ],
)
def test_these_are_one_page(one: str, other: str) -> None:
    assert page_key(one) == page_key(other)
    assert page_id(one) == page_id(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.com/a?id=1", "https://example.com/a?id=2"),
        ("https://example.com/a?id=1", "https://example.com/a"),
        ("https://example.com/a?tag=x&tag=y", "https://example.com/a?tag=x"),
        ("https://example.com/a?q=", "https://example.com/a"),
        ("https://example.com/A", "https://example.com/a"),
        ("https://m.example.com/a", "https://example.com/a"),
        ("https://example.com:8443/a", "https://example.com/a"),
        ("https://example.com/a%2Fb?x=a%26b", "https://example.com/a%2Fb?x=a&b="),
    ],
)
def test_these_are_two_pages(one: str, other: str) -> None:
    assert page_key(one) != page_key(other)


def test_of_repeats_the_newest_is_kept_and_of_equally_new_ones_the_longest() -> None:
    older = replace(HIT, id="older", published_at=T0 - timedelta(days=1))
    longer = replace(HIT, id="longer", text="a longer text")
    undated = replace(HIT, id="undated", published_at=None, text="the longest text of all")
    assert [hit.id for hit in without_repeats([older, HIT, undated, longer])] == ["longer"]


@pytest.mark.parametrize(
    "title", ["BANK raises dividend!", "Bank raises dividend - Example News", "Bank raises dividend | example"]
)
def test_one_headline_of_one_site_on_one_day_is_one_story(title: str) -> None:
    again = replace(HIT, id="again", url="https://example.com/copy", title=title)
    assert len(without_repeats([HIT, again])) == 1


@pytest.mark.parametrize(
    "other",
    [
        replace(HIT, id="o", url="https://example.com/2", title="Bank raises dividend - again"),
        replace(HIT, id="o", url="https://other.com/1"),
        replace(HIT, id="o", url="https://example.com/2", published_at=T0 - timedelta(days=1)),
        replace(HIT, id="o", url="https://example.com/2", published_at=None),
        replace(HIT, id="o", url="https://example.com/2", title="Bank raises dividends"),
    ],
)  # fmt: skip
def test_alike_is_not_the_same(other: SearchHit) -> None:
    assert len(without_repeats([HIT, other])) == 2


def test_results_are_newest_first_and_without_a_date_last() -> None:
    hits = [replace(HIT, id=f"{n}", url=f"https://e{n}.com/", published_at=T0 + timedelta(hours=n)) for n in (1, 3, 2)]
    undated = replace(HIT, id="undated", url="https://u.com/", published_at=None)
    assert [hit.id for hit in without_repeats([undated, *hits])] == ["3", "2", "1", "undated"]
