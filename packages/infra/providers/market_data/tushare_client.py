"""Tushare's own client, asked one interface at a time; its errors are told by their sentences."""

from collections.abc import Sequence
from typing import Any, Final

from packages.domain.market_data.errors import ProviderDown, ProviderRefused
from packages.infra.providers.market_data.extras import require
from packages.infra.providers.market_data.faults import VendorFaults
from packages.infra.providers.market_data.frames import Cells, rows_of

SOURCE = "tushare"

# The client raises a bare `Exception` with the server's sentence and drops its code (-2002, 40101, 40203 …), so a
# refusal is known by its words: no permission, not enough points, too many calls, a wrong token.
_REFUSALS = ("权限", "积分", "最多访问", "token", "Token", "TOKEN")
_CURE = "Look at the points of your account on tushare.pro, or ask another source."

FAULTS = VendorFaults(SOURCE, refusals=_REFUSALS, cure=_CURE)


class TushareClient:
    """Asks for tables; `http_url` only where another address than the client's own is meant."""

    def __init__(self, token: str, *, timeout: float, http_url: str | None) -> None:
        self._token: Final = token.strip()
        self._timeout = timeout
        self._http_url = http_url

    def ask(self, interface: str, fields: Sequence[str], **parameters: str) -> list[Cells]:
        frame = self._api().query(interface, fields=",".join(fields), **parameters)
        # The client gives a table without even columns when the server answers with an HTTP error.
        if len(frame.columns) == 0:
            raise ProviderDown("market_data.http_error", source=SOURCE, interface=interface)
        return rows_of(SOURCE, frame, fields)

    def _api(self) -> Any:
        # Without a token the client would look for one in a file in the home directory.
        if not self._token:
            raise ProviderRefused("market_data.token_needed", source=SOURCE)
        api = require("tushare", SOURCE).pro_api(self._token, timeout=self._timeout)
        if self._http_url is not None:
            api._DataApi__http_url = self._http_url  # the client has no other way to name an address
        return api
