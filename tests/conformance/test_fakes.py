"""The fakes that other tests stand on pass the suites of the real adapters."""

import pytest

from packages.core.events import EventLog
from tests.conformance.event_log_conformance import EventLogConformance
from tests.fakes.event_log import InMemoryEventLog


class TestInMemoryEventLog(EventLogConformance):
    @pytest.fixture
    def log(self) -> EventLog:
        return InMemoryEventLog()
