"""The model configurations and budgets that the settings imply, for everybody and read-only.

`default` is OpenAI or a server like it, with priority 0; `anthropic` is there when its key is, with priority -10, so
that it steps in when `default` fails. What a person adds goes before both (`OWN_PRIORITY`).
"""

from pydantic import SecretStr

from packages.core.messages import message
from packages.settings.llm import ANTHROPIC_MODEL, OPENAI_MODEL, LlmSettings
from src.modules.llm_platform.application.model_configs import Incomplete, SettingsConfigs
from src.modules.llm_platform.domain.ledger import BudgetLimit, Budgets
from src.modules.llm_platform.domain.models import ModelConfig, ModelTimeouts, ProviderKind, Secret

DEFAULT_ALIAS = "default"
ANTHROPIC_ALIAS = "anthropic"
_ANTHROPIC_PRIORITY = -10


def configs_of(settings: LlmSettings) -> SettingsConfigs:
    """A server other than OpenAI's own cannot be asked until somebody names one of its models."""
    anthropic = (_anthropic(settings),) if settings.anthropic_api_key else ()
    if not settings.uses_openai:
        return SettingsConfigs(anthropic)
    default = _default(settings)
    if default.model:
        return SettingsConfigs((default, *anthropic))
    problem = message("llm_platform.model_not_named", url=settings.openai_base_url)
    return SettingsConfigs(anthropic, (Incomplete(default, problem),))


def budgets_of(settings: LlmSettings) -> Budgets:
    return Budgets(
        run=BudgetLimit(money=settings.llm_budget_run_usd, tokens=settings.llm_budget_run_tokens),
        user=BudgetLimit(money=settings.llm_budget_user_usd, tokens=settings.llm_budget_user_tokens),
        day=BudgetLimit(money=settings.llm_budget_day_usd, tokens=settings.llm_budget_day_tokens),
    )


def _default(settings: LlmSettings) -> ModelConfig:
    openai = settings.is_openai_itself
    return ModelConfig(
        alias=DEFAULT_ALIAS,
        provider=ProviderKind.RESPONSES if openai and settings.llm_api == "auto" else ProviderKind(settings.llm_api),
        model=settings.llm_model or (OPENAI_MODEL if openai else ""),
        base_url=settings.openai_base_url,
        api_key=_secret(settings.openai_api_key),
        timeouts=_timeouts(settings.llm_timeout_seconds),
    )


def _anthropic(settings: LlmSettings) -> ModelConfig:
    named = None if settings.uses_openai else settings.llm_model
    return ModelConfig(
        alias=ANTHROPIC_ALIAS,
        provider=ProviderKind.ANTHROPIC,
        model=named or ANTHROPIC_MODEL,
        api_key=_secret(settings.anthropic_api_key),
        priority=_ANTHROPIC_PRIORITY,
        timeouts=_timeouts(settings.llm_timeout_seconds),
    )


def _secret(key: SecretStr | None) -> Secret | None:
    return Secret(key.get_secret_value()) if key else None


def _timeouts(seconds: float) -> ModelTimeouts:
    usual = ModelTimeouts()
    return ModelTimeouts(connect=min(usual.connect, seconds), read=seconds, idle=min(usual.idle, seconds))
