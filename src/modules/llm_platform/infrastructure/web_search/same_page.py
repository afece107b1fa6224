"""When two results are one page, and which of them is kept."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from src.modules.llm_platform.domain.search import SearchHit

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
