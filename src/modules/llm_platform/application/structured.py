"""The reading of structured answers, for contexts that ask a model without handing the platform a schema."""

from src.modules.llm_platform.domain.errors import ModelOutputUnusable
from src.modules.llm_platform.domain.structured.reading import Shape, read_structured, retry_prompt

__all__ = ["ModelOutputUnusable", "Shape", "read_structured", "retry_prompt"]
