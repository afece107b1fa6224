"""One signed-in connection through Baostock's own client, made safe: it ends, it is silent, and it loses no page.

The client keeps one socket for the whole process, waits on it without a limit, reads a closed one for ever, prints
what goes wrong instead of raising it, and takes a lost page for the last one.
"""

import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from packages.domain.market_data.errors import NoData, ProviderDown, ProviderRefused
from packages.domain.market_data.rows import Statement
from packages.infra.providers.market_data.vendors.a_shares import VendorPriceColumns
from packages.infra.providers.market_data.vendors.client_libraries import require
from packages.infra.providers.market_data.vendors.vendor_rows import (
    CNY,
    ONE,
    PER_SHARE,
    RATIO,
    SHARES,
    Cells,
    VendorFigure,
    require_columns,
)

SOURCE = "baostock"
_OK = "0"
_NO_SUCH_CODE = frozenset({"10004011", "10004015"})  # 无效的证券代码, 不支持的证券代码品种
_ACCOUNT = "10001"  # codes that begin so are about the account: not signed in, blocked, too many sessions
_PAGE = 2000


class BaostockSession:
    """Signed in; asks for tables by the name of the client's function."""

    def __init__(self, client: Any, line: "_Line") -> None:
        self._client = client
        self._line = line

    def ask(self, function: str, needed: Sequence[str], **arguments: Any) -> list[Cells]:
        result = getattr(self._client, function)(**arguments)
        rows = []
        # `get_data` appends DataFrames in a way that pandas 2 removed, so rows are taken one by one.
        while result.error_code == _OK and result.next():
            rows.append(result.get_row_data())
        self._line.refuse_broken()
        _refuse_error(result)
        if len(result.data) == _PAGE:
            raise ProviderDown("market_data.page_lost", source=SOURCE, function=function)
        if rows:
            require_columns(SOURCE, result.fields, needed)
        return [dict(zip(result.fields, row, strict=True)) for row in rows]


@contextmanager
def signed_in(host: str | None, port: int | None, timeout: float) -> Iterator[BaostockSession]:
    """Blocks; only one session at a time may be open in a process."""
    client = require("baostock", SOURCE)
    constants = require("baostock.common.contants", SOURCE)
    _be_silent()
    line = _Line(host or constants.BAOSTOCK_SERVER_IP, port or constants.BAOSTOCK_SERVER_PORT, timeout)
    # The client makes its connections through this one object, and takes it as it finds it.
    require("baostock.util.socketutil", SOURCE).SocketUtil.instance = line
    try:
        answer = client.login()
        line.refuse_broken()
        _refuse_error(answer)
        yield BaostockSession(client, line)
        client.logout()
    finally:
        line.close()


class _Line:
    """The client's socket with a time limit and a memory of what broke it, since the client only prints that."""

    def __init__(self, host: str, port: int, timeout: float) -> None:
        self._address: Final = (host, port)
        self._timeout: Final = timeout
        self._socket: socket.socket | None = None
        self._broken: OSError | None = None

    def connect(self, api_key: str) -> None:
        self._socket = socket.create_connection(self._address, timeout=self._timeout)
        require("baostock.common.context", SOURCE).default_socket = self

    def send(self, message: bytes) -> None:
        try:
            self._open().sendall(message)
        except OSError as broken:
            self._broken = broken
            raise

    def recv(self, size: int) -> bytes:
        try:
            received = self._open().recv(size)
            if not received:
                raise ConnectionResetError("the server hung up")
        except OSError as broken:
            self._broken = broken
            raise
        return received

    def refuse_broken(self) -> None:
        if self._broken is not None:
            raise self._broken

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()

    def _open(self) -> socket.socket:
        if self._socket is None:
            raise ConnectionError("not connected")
        return self._socket


def _refuse_error(result: Any) -> None:
    code, sentence = str(result.error_code), str(result.error_msg).strip()
    if code == _OK:
        return
    if code in _NO_SUCH_CODE:
        raise NoData("market_data.code_unknown", source=SOURCE, text=sentence)
    if code.startswith(_ACCOUNT):
        raise ProviderRefused("market_data.source_refused_with", source=SOURCE, code=code, text=sentence)
    raise ProviderDown("market_data.source_failed", source=SOURCE, code=code, text=sentence)


def _be_silent() -> None:
    """The client prints «login success!» and its errors; standard output belongs to the caller."""
    for name, module in list(sys.modules.items()):
        if name.startswith("baostock.") and module is not None:
            vars(module)["print"] = _say_nothing


def _say_nothing(*words: object) -> None:
    return None


# volume 成交数量, 单位:股; amount 成交金额, 单位:人民币元.
PRICES = VendorPriceColumns("open", "high", "low", "close", "volume", "amount", shares=1)

PROFIT = (
    VendorFigure(
        Statement.INCOME, "revenue", "MBRevenue", CNY, ONE, "主营营业收入; published for half and whole years only"
    ),
    VendorFigure(Statement.INCOME, "net_profit", "netProfit", CNY, ONE, "净利润, sample 28522000000.000000"),
    VendorFigure(Statement.BALANCE, "shares_total", "totalShare", SHARES, ONE, "总股本, sample 28103763899.00"),
    VendorFigure(Statement.INDICATOR, "roe", "roeAvg", RATIO, ONE, "净资产收益率(平均), sample 0.074617"),
    VendorFigure(Statement.INDICATOR, "net_margin", "npMargin", RATIO, ONE, "销售净利率, sample 0.342179"),
    VendorFigure(Statement.INDICATOR, "gross_margin", "gpMargin", RATIO, ONE, "销售毛利率"),
    VendorFigure(Statement.INDICATOR, "eps_ttm", "epsTTM", PER_SHARE, ONE, "每股收益, of the last twelve months"),
)

GROWTH = (
    VendorFigure(Statement.INDICATOR, "net_profit_yoy", "YOYPNI", RATIO, ONE, "归母净利润同比增长率, sample 0.052111"),
)

BALANCE = (
    VendorFigure(Statement.INDICATOR, "current_ratio", "currentRatio", RATIO, ONE, "流动比率"),
    VendorFigure(Statement.INDICATOR, "quick_ratio", "quickRatio", RATIO, ONE, "速动比率"),
    VendorFigure(Statement.INDICATOR, "debt_to_assets", "liabilityToAsset", RATIO, ONE, "资产负债率, sample 0.933703"),
)
