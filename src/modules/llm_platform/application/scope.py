"""On whose behalf a model is asked, as other contexts say it."""

from src.modules.llm_platform.domain.ledger import CallScope

__all__ = ["CallScope"]
