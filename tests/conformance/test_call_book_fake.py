"""The call book in memory is a call book."""

import pytest

from src.modules.judge.domain.ports import CallBook
from tests.conformance.call_book_conformance import CallBookConformance
from tests.fakes.call_book import InMemoryCallBook


class TestInMemoryCallBook(CallBookConformance):
    @pytest.fixture
    def book(self) -> CallBook:
        return InMemoryCallBook()
