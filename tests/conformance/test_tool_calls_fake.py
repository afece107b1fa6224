"""The record of tool calls in memory is a record."""

import pytest

from packages.domain.conversation.tool_calls import ToolCalls
from tests.conformance.tool_calls import ToolCallsConformance
from tests.fakes.tool_calls import MemoryToolCalls


class TestMemoryToolCalls(ToolCallsConformance):
    @pytest.fixture
    def calls(self) -> ToolCalls:
        return MemoryToolCalls()
