"""Structured logs: a constant message plus fields, the request's id on every line, and no secrets."""

import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor

from packages.settings.server import LogSettings

_SECRET_NAME = re.compile(r"password|secret|token|api_?key|authorization|cookie|x-mcp-context|credential", re.I)
_SECRET_VALUE = re.compile(
    r"eyJ[\w-]+\.[\w-]+\.[\w-]*"  # JWT
    r"|\bsk-[\w-]{8,}"  # OpenAI's keys and their imitators
    r"|(?<=Bearer )\S+"
    r"|(?<=://)[^/\s:@]+:[^/\s@]+(?=@)",  # user:password in a URL
    re.I,
)
_MASK = "***"


def configure_logging(settings: LogSettings, stream: TextIO = sys.stderr) -> None:
    """Sends everything that is logged in this process, by us or by a library, through one pipe."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        hide_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processor=_renderer(settings, stream))
    )
    logging.basicConfig(handlers=[handler], level=settings.log_level.upper(), force=True)
    for noisy in ("uvicorn", "uvicorn.error", "uvicorn.access", "alembic", "aiosqlite", "asyncio", "mcp", "httpx2"):
        logging.getLogger(noisy).handlers.clear()
        logging.getLogger(noisy).propagate = True
        logging.getLogger(noisy).setLevel(logging.WARNING)


def hide_secrets(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Masks values under telling names, and values that look like keys under any name."""
    return {name: _hidden(name, value) for name, value in event.items()}


def _hidden(name: str, value: object) -> object:
    if _SECRET_NAME.search(name):
        return _MASK
    match value:
        case str():
            return _SECRET_VALUE.sub(_MASK, value)
        case Mapping():
            return {key: _hidden(str(key), inner) for key, inner in value.items()}
        case list() | tuple():
            return [_hidden("", inner) for inner in value]
        case _:
            return value


def _renderer(settings: LogSettings, stream: TextIO) -> Processor:
    if settings.log_format == "console" or (settings.log_format == "auto" and stream.isatty()):
        return _plain_line
    return structlog.processors.JSONRenderer(ensure_ascii=False, default=str)


def _plain_line(_logger: object, _method: str, event: MutableMapping[str, object]) -> str:
    fields = dict(event)
    time, level, message = (str(fields.pop(key, "")) for key in ("timestamp", "level", "event"))
    fields.pop("logger", None)
    trouble = fields.pop("exception", None)
    tail = " ".join(f"{key}={value}" for key, value in fields.items())
    line = f"{time[11:19]} {level:<7} {message} {tail}".rstrip()
    return f"{line}\n{trouble}" if trouble else line
