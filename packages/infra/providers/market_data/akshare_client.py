"""AkShare's functions, each tried under pandas 3: what it raises when the source has nothing, and what it must have."""

import sys
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from packages.infra.providers.market_data.extras import ignore_warnings_of, require
from packages.infra.providers.market_data.faults import VendorFaults
from packages.infra.providers.market_data.frames import Cells, rows_of

SOURCE = "akshare"
FAULTS = VendorFaults(SOURCE)

_NULL: Final = (TypeError, "'NoneType' object is not subscriptable")
_SCALARS: Final = (ValueError, "If using all scalar values, you must pass an index")

# Eastmoney says `data: null` or `result: null` of a code that it has nothing for. stock_zh_a_hist makes an empty table
# of that; these trip over it, always in the same way. Anything else that they raise is a fault.
_NOTHING: Final[dict[str, tuple[type[Exception], str]]] = {
    "stock_zh_a_hist_min_em": _NULL,
    "stock_fhps_detail_em": _NULL,
    "stock_financial_analysis_indicator_em": _NULL,
    "stock_value_em": _NULL,
    "stock_individual_info_em": _SCALARS,
}


def ask(function: str, needed: Sequence[str], **arguments: Any) -> list[Cells]:
    """The rows that a function of AkShare gives; none where the source has nothing for the code."""
    akshare = require("akshare", SOURCE)
    _draw_no_progress_bars()
    ignore_warnings_of("akshare")
    try:
        return rows_of(SOURCE, getattr(akshare, function)(**arguments), needed)
    except (TypeError, ValueError) as error:
        if (type(error), str(error)) == _NOTHING.get(function):
            return []
        raise


def _draw_no_progress_bars() -> None:
    """By AkShare's own switch, which its functions do not pass on: standard error belongs to the caller."""
    switch = require("akshare.utils.tqdm", SOURCE).get_tqdm
    for name in ("stock_feature.stock_fhps_em", "stock_feature.stock_three_report_em"):
        vars(sys.modules[f"akshare.{name}"])["get_tqdm"] = partial(switch, enable=False)
