"""A provider that is recorded keeps every promise that it kept before, and its key stays out of the capsule."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.infrastructure.capsule.capsule_file import RecordingCapsule, ReplayedCapsule
from src.modules.llm_platform.infrastructure.capsule.providers import RecordingProvider
from tests.conformance.model_provider_faults import KEY
from tests.src.modules.llm_platform.infrastructure.providers.openai import test_responses_provider


class TestRecordedResponsesProvider(test_responses_provider.TestResponsesProvider):
    capsule: RecordingCapsule

    @pytest.fixture(autouse=True)
    def _recorded(self, tmp_path: Path) -> Iterator[None]:
        self.capsule = RecordingCapsule(tmp_path / "run.capsule")
        yield
        self.capsule.close()
        ReplayedCapsule.read(tmp_path / "run.capsule")
        assert KEY not in (tmp_path / "run.capsule").read_text()

    def open_provider(self, config: ModelConfig) -> ModelProvider:
        return RecordingProvider(super().open_provider(config), config, self.capsule)
