"""Visits to the page: a browser context each, which takes down every complaint of the browser."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

Language: TypeAlias = Literal["zh-CN", "en-US"]
Theme: TypeAlias = Literal["light", "dark"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
THEMES: tuple[Theme, ...] = get_args(Theme)
DESKTOP, PHONE = (1280, 800), (390, 844)
FEATURES = ("chat", "research", "strategies", "backtests", "stress", "deployments", "calls", "data")


@dataclass  # without slots: Playwright writes on who listens
class Visits:
    """Those of one test. `complaints` are errors in the console, of scripts and of the policy, and requests elsewhere;
    `expected` are parts of complaints that the test itself brings about."""

    browser: Browser
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    _contexts: list[BrowserContext] = field(default_factory=list)

    def open(self, language: Language = "en-US", theme: Theme = "light", size: tuple[int, int] = DESKTOP) -> Page:
        width, height = size
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, locale=language, color_scheme=theme
        )
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        context.on("request", self._see)
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    @property
    def unexpected(self) -> list[str]:
        return [text for text in self.complaints if not any(part in text for part in self.expected)]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} ({message.location.get('url')})")

    def _see(self, request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:http://127.0.0.1:")):
            self.complaints.append(f"a request to {request.url}")
