"""What `parley audit` does: runs the desk on changed worlds, and prints whether its verdict followed."""

import asyncio
from datetime import date

from rich.console import Console

from apps.api.openings.audits import open_audit
from apps.cli.audit.printing import print_audit
from apps.cli.output import exit_code, parse_day, print_error, print_json
from apps.cli.research.running import log_quietly
from packages.core.errors import ParleyError
from packages.core.messages import Language, reading
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.market_data.errors import BadSymbol
from packages.settings.load import load_settings
from src.modules.audit.application.audit_service import AuditOutcome, audit_question
from src.modules.audit.application.views import report_out
from src.modules.audit.domain.errors import FutureAudit
from src.modules.audit.domain.memory import MemoryOutcome

_CODES = {MemoryOutcome.FOLLOWS: 0, MemoryOutcome.MEMORY: 4, MemoryOutcome.UNKNOWN: 5}


def run_audit(symbol: str, day: str | None, language: Language, as_json: bool) -> int:
    """0: no sign of memory; 4: the answers look remembered; 5: it cannot be told; 1 to 3 as other commands."""
    try:
        outcome = asyncio.run(_audited(symbol, parse_day("--date", day), language))
    except ParleyError as error:
        print_error(error, as_json)
        return 2 if isinstance(error, FutureAudit | BadSymbol) else exit_code(error)
    with reading(language):
        report = report_out(outcome)
    if as_json:
        print_json(report.model_dump(mode="json"))
    else:
        print_audit(report, language, Console())
    return _CODES[report.memory.outcome]


async def _audited(symbol: str, day: date | None, language: Language) -> AuditOutcome:
    settings = load_settings()
    log_quietly(settings)
    async with open_audit(settings) as (audit, clock):
        question = audit_question(symbol, day, language, clock)
        return await audit.run(LOCAL_OWNER_ID, question)
