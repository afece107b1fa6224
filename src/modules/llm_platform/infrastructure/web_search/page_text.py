"""The readable text of a page: decoded, and without markup, scripts and styles."""

import codecs
import re
from html.parser import HTMLParser

_CHARSET = re.compile(r"charset=[\"']?([\w-]+)", re.IGNORECASE)
_DECLARATION_BYTES = 2048
_SILENT = frozenset({"script", "style", "noscript", "template", "svg"})
_BREAKS = frozenset({"p", "br", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "article", "section", "td"})


def readable_text(content: bytes, content_type: str) -> str:
    """What a person would read; `content_type` as the server told it."""
    text = content.decode(_charset(content, content_type), errors="replace")
    if "html" not in content_type.lower():
        return text.strip()
    page = _Page()
    page.feed(text)
    page.close()
    lines = (" ".join(line.split()) for line in "".join(page.pieces).splitlines())
    return "\n".join(line for line in lines if line)


def _charset(content: bytes, content_type: str) -> str:
    declared = content[:_DECLARATION_BYTES].decode("ascii", errors="ignore")
    told = _CHARSET.search(content_type) or _CHARSET.search(declared)
    try:
        name = codecs.lookup(told[1]).name if told else "utf-8"
    except LookupError:
        return "utf-8"
    # Chinese pages that say gb2312 use characters of its larger sister.
    return "gb18030" if name in ("gb2312", "gbk") else name


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self._silent.append(tag)
        elif tag in _BREAKS:
            self.pieces.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._silent:
            while self._silent.pop() != tag:
                pass
        elif tag in _BREAKS:
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.pieces.append(data)
