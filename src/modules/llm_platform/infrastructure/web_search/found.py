"""What a vendor found becomes results: nothing private, nothing later than was asked for, no repeats, newest first.

Two results are one page when their addresses or their headlines are the same.
"""

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta, tzinfo
from email.utils import parsedate_to_datetime
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from packages.infra.providers.market_data.rows.news_index import is_chinese
from packages.infra.providers.public_addresses import public_http_url
from src.modules.llm_platform.domain.search import SearchHit, SearchQuery, SearchResults

# Tell where a reader came from, not what is read.
_TRACKING = frozenset(
    {"fbclid", "gclid", "gclsrc", "dclid", "msclkid", "yclid", "twclid", "igshid", "mc_cid", "mc_eid", "_ga", "_hsenc"}
    | {"_hsmi", "spm", "scm", "pvid", "from", "ref", "referer", "referrer", "share_token", "share_source", "vd_source"}
)
_DEFAULT_PORTS = frozenset({"80", "443"})
_SITE_BEHIND = re.compile(r"^(?P<title>.+?)\s*(?:[|_–—]|\s-\s)\s*(?P<site>[^|_–—]+?)\s*$")


def page_key(url: str) -> str:
    """The same for two addresses of one page, whatever the scheme, `www.`, tracking, order of the query or fragment."""
    parts = urlsplit(url)
    path = quote(unquote(parts.path).rstrip("/"), safe="/")
    meant = sorted(pair for pair in parse_qsl(parts.query, keep_blank_values=True) if not _is_tracking(pair[0]))
    return f"{_host(url)}{path}" + (f"?{urlencode(meant)}" if meant else "")


def page_id(url: str) -> str:
    """By which a page of the web is cited."""
    return f"web:{hashlib.sha256(page_key(url).encode()).hexdigest()[:20]}"


def without_repeats(hits: Iterable[SearchHit]) -> list[SearchHit]:
    """Newest first, without a date last; of the repeats the newest is kept, and of equally new ones the longest."""
    kept: list[SearchHit] = []
    seen: set[object] = set()
    for hit in sorted(hits, key=_newest_and_fullest, reverse=True):
        names = {page_key(hit.url), _headline(hit)} - {None}
        if not names & seen:
            kept.append(hit)
        seen |= names
    return kept


def _newest_and_fullest(hit: SearchHit) -> tuple[float, int, str]:
    newest = hit.published_at.timestamp() if hit.published_at is not None else float("-inf")
    return newest, len(hit.text), hit.id


def _headline(hit: SearchHit) -> tuple[str, str, str] | None:
    """Equal for the same headline of one site on one day; None when there is no day or no headline to compare."""
    if hit.published_at is None:
        return None
    title, host = hit.title, _host(hit.url)
    ending = _SITE_BEHIND.match(title)
    if ending is not None and _letters(ending["site"]) in {_letters(hit.source), *host.split(".")}:
        title = ending["title"]
    letters = _letters(title)
    return (host, hit.published_at.date().isoformat(), letters) if letters else None


def _letters(title: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFKC", title).casefold() if each.isalnum())


def _host(url: str) -> str:
    netloc = urlsplit(url).netloc.rpartition("@")[2].lower()
    name, _, port = netloc.partition(":")
    name = name.removesuffix(".").removeprefix("www.")
    return name if not port or port in _DEFAULT_PORTS else f"{name}:{port}"


def _is_tracking(name: str) -> bool:
    return name.lower() in _TRACKING or name.lower().startswith("utm_")


_FIRST_WEB_PAGE = datetime(1991, 8, 6, tzinfo=UTC)
_DAY = timedelta(days=1) - timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Published:
    """The instant of publication lies between the two."""

    earliest: datetime
    latest: datetime


def parse_published(text: object, zone: tzinfo = UTC) -> Published | None:
    """None when there is no date or it is nonsense. A time without a zone is in `zone`; midnight stands for the day."""
    if not isinstance(text, str) or not text.strip():
        return None
    try:
        at = _parse(text.strip())
        at = (at.replace(tzinfo=zone) if at.tzinfo is None else at).astimezone(UTC)
        latest = at + _DAY if at.astimezone(zone).time() == time(0) or _is_midnight(text) else at
    except (ValueError, OverflowError, TypeError, IndexError):
        return None
    return Published(at, latest) if at >= _FIRST_WEB_PAGE else None


def _parse(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return parsedate_to_datetime(text)


def _is_midnight(text: str) -> bool:
    return "T00:00:00" in text or " 00:00:00" in text


# How long after the instant that is asked about a search still shows what could be found at it.
LIVE = timedelta(minutes=15)
_LONGEST_TITLE = 300
_LONGEST_TEXT = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPage:
    """One page as a vendor returned it. `published` None: it did not say, or not so that it can be understood."""

    title: str
    url: str
    text: str
    source: str
    published: Published | None
    language: str = ""


def is_live(query: SearchQuery, now: datetime) -> bool:
    """Whether the question is about now; otherwise it is about the past, and an undated page may be from later."""
    return now - query.as_of <= LIVE


def results_of(provider: str, found: Iterable[FoundPage], query: SearchQuery, now: datetime) -> SearchResults:
    """Counts what had to be left out, and says so."""
    hits: list[SearchHit] = []
    left_out: Counter[str] = Counter()
    for page in found:
        reason = _reason_against(page, query, is_live(query, now))
        if reason is None:
            hits.append(_hit(page, query, now))
        else:
            left_out[reason] += 1
    kept = without_repeats(hits)[: query.limit]
    return SearchResults(provider=provider, hits=tuple(kept), degraded=_sentence(provider, left_out))


def as_asked_now(results: SearchResults, query: SearchQuery, now: datetime) -> SearchResults:
    """What an earlier search found, as far as this question may know it."""
    live = is_live(query, now)
    hits = (hit for hit in results.hits if hit.published_at is None or hit.published_at <= query.as_of)
    known = [_known_by(hit, query.as_of) if live else hit for hit in hits if live or hit.known_at <= query.as_of]
    return SearchResults(provider=results.provider, hits=tuple(known), degraded=results.degraded)


def _reason_against(page: FoundPage, query: SearchQuery, live: bool) -> str | None:
    if not public_http_url(page.url):
        return "without a public address"
    if page.published is None:
        return None if live else "without a date"
    if (page.published.earliest if live else page.published.latest) > query.as_of:
        return "dated later than was asked for"
    if query.since is not None and page.published.latest < query.since:
        return "older than was asked for"
    return None


def _hit(page: FoundPage, query: SearchQuery, now: datetime) -> SearchHit:
    published = page.published
    return SearchHit(
        id=page_id(page.url),
        title=page.title[:_LONGEST_TITLE],
        url=page.url,
        text=page.text[:_LONGEST_TEXT],
        source=page.source,
        published_at=None if published is None else published.earliest,
        known_at=min(now, query.as_of) if published is None or is_live(query, now) else published.latest,
        language=page.language or ("zh" if is_chinese(page.title) else ""),
    )


def _known_by(hit: SearchHit, as_of: datetime) -> SearchHit:
    return hit if hit.known_at <= as_of else replace(hit, known_at=as_of)


def _sentence(provider: str, left_out: Counter[str]) -> str:
    if not left_out:
        return ""
    counts = ", ".join(f"{count} {reason}" for reason, count in sorted(left_out.items()))
    return f"Of what {provider} found, these were left out: {counts}."
