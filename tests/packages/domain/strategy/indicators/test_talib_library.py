"""The direct way into TA-Lib gives the bytes of its own package, and takes neither its import nor the lock."""

import re
import subprocess
import sys
import threading
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import talib

from packages.core.errors import Invalid
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators import talib_library
from packages.domain.strategy.indicators.talib_library import (
    CLibrary,
    Column,
    PythonPackage,
    RefusedByTaLib,
    library,
    open_library,
    ta,
    ta_columns,
)
from packages.domain.strategy.indicators.talib_table import SIGNATURES, Setting
from tests.folding import each
from tests.packages.domain.strategy.indicators.markets import walk

pytestmark = pytest.mark.slow

LENGTHS = (0, 1, 2, 31, 300)
# How many values are missing at the beginning of each column.
PREFIXES = ((0, 0, 0, 0), (3, 0, 0, 0), (0, 7, 2, 20), (300, 300, 300, 300), (0, 300, 0, 0))
SHARES = (None, 0.3, 0.9, 1.4)
READ = {1: ("close",), 2: ("high", "low"), 3: ("high", "low", "close"), 4: ("open", "high", "low", "close")}


def columns(inputs: int, length: int, missing: Sequence[int]) -> list[Floats]:
    taken = [walk(3)[name][:length].copy() for name in READ[inputs]]
    for column, count in zip(taken, missing, strict=False):
        column[:count] = np.nan
    return taken


def settings(taken: Sequence[Setting], share: float | None) -> dict[str, float]:
    """The usual ones by saying nothing, or so much of each."""
    if share is None:
        return {}
    return {
        each.name: max(2, round(each.usual * share)) if each.kind == "int" else each.usual * share for each in taken
    }


def by_the_package(function: str, given: Sequence[Floats], chosen: dict[str, float]) -> tuple[Column, ...]:
    return PythonPackage().call(function, tuple(chosen.items()))(*given)


def assert_same_bytes(ours: Sequence[Column], theirs: Sequence[Column]) -> None:
    assert [column.dtype for column in ours] == [column.dtype for column in theirs]
    assert [column.tobytes() for column in ours] == [column.tobytes() for column in theirs]


@each("function", SIGNATURES)
def test_every_function_gives_the_bytes_of_the_package(function: str) -> None:
    signature = SIGNATURES[function]
    for share, length, missing in product(SHARES, LENGTHS, PREFIXES):
        given, chosen = columns(signature.inputs, length, missing), settings(signature.settings, share)
        assert_same_bytes(ta_columns(function, *given, **chosen), by_the_package(function, given, chosen))


def test_the_table_holds_what_the_catalogue_calls_and_nothing_else() -> None:
    folder = Path(talib_library.__file__).parent
    sources = [path.read_text() for path in folder.glob("*.py") if path.name != "talib_table.py"]
    named = {name for source in sources for name in re.findall(r'"([A-Z][A-Z0-9_]+)"', source)}
    assert named & set(talib.get_functions()) == set(SIGNATURES)  # type: ignore[no-untyped-call]


def test_strided_sealed_and_whole_numbers_are_read_as_they_are() -> None:
    close = walk(3)["close"]
    sealed, strided = close.copy(), np.repeat(close, 2)[::2]
    sealed.flags.writeable = False
    for column in (sealed, strided):
        np.testing.assert_array_equal(ta("EMA", column, timeperiod=5), ta("EMA", close.copy(), timeperiod=5))
    whole = np.arange(40)
    np.testing.assert_array_equal(ta("SMA", whole, timeperiod=2), ta("SMA", whole * 1.0, timeperiod=2))  # type: ignore[arg-type]


def test_settings_may_come_in_any_order() -> None:
    ordered, shuffled = {"timeperiod": 7, "vfactor": 0.5}, {"vfactor": 0.5, "timeperiod": 7}
    close = walk(3)["close"]
    np.testing.assert_array_equal(ta("T3", close, **ordered), ta("T3", close, **shuffled))


def test_what_the_library_does_not_take_is_refused_before_it_is_called() -> None:
    close = walk(3)["close"]
    with pytest.raises(RefusedByTaLib, match="within TA-Lib's bounds"):
        ta("EMA", close, timeperiod=0)
    with pytest.raises(RefusedByTaLib, match="it takes: timeperiod"):
        ta("EMA", close, period=3)
    with pytest.raises(RefusedByTaLib, match="3 columns of one length"):
        ta("ATR", close, close[1:], close, timeperiod=3)
    with pytest.raises(RefusedByTaLib, match="1 columns of one length"):
        ta("EMA", close, close, timeperiod=3)
    assert issubclass(RefusedByTaLib, Invalid)


def test_global_settings_that_change_afterwards_are_noticed() -> None:
    close = walk(3)["close"]
    ta("KAMA", close, timeperiod=9)
    talib.set_unstable_period("KAMA", 5)  # type: ignore[attr-defined]
    try:
        with pytest.raises(RefusedByTaLib, match="global settings"):
            ta("KAMA", close, timeperiod=9)
    finally:
        talib.set_unstable_period("KAMA", 0)  # type: ignore[attr-defined]
    assert np.isfinite(ta("KAMA", close, timeperiod=9)[9])


def test_where_the_library_cannot_be_opened_the_package_stands_in(tmp_path: Path) -> None:
    assert isinstance(open_library([]), PythonPackage)
    (tmp_path / "_ta_lib.so").write_text("no library")
    (tmp_path / "_ta_lib.pyx").write_text("no library either")
    fallback = open_library([str(tmp_path)])
    assert isinstance(fallback, PythonPackage)
    given = columns(3, 300, (2, 0, 0))
    for function in ("ATR", "SUPERTREND"):
        assert_same_bytes(
            fallback.call(function, (("timeperiod", 9),))(*given), ta_columns(function, *given, timeperiod=9)
        )


def test_it_is_opened_once_and_directly() -> None:
    assert isinstance(library(), CLibrary)
    assert library() is library()


def test_calculating_loads_neither_the_package_nor_what_it_brings() -> None:
    code = (
        "import sys, numpy as np\n"
        "from packages.domain.strategy.indicators.catalogue import CATALOGUE\n"
        "close = np.arange(1.0, 100.0)\n"
        "for name in ('ema', 'rsi'):\n"
        "    assert np.isfinite(CATALOGUE[name].compute({'close': close}, {})['value'][-1])\n"
        "assert not {'talib', 'pandas', 'polars'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_other_threads_run_while_a_column_is_calculated() -> None:
    """No thread is ever asked to make way here, so another one runs only if the call lets go of the lock."""
    ran: list[bool] = []
    gate = threading.Lock()
    gate.acquire()

    def pass_the_gate() -> None:
        with gate:
            ran.append(True)

    values, usual = np.arange(1.0, 200_000.0), sys.getswitchinterval()
    other = threading.Thread(target=pass_the_gate)
    sys.setswitchinterval(600.0)
    try:
        other.start()
        gate.release()
        sum(range(200_000))
        assert not ran
        for _ in range(2_000):
            ta("EMA", values, timeperiod=12)
            if ran:
                break
        assert ran
    finally:
        sys.setswitchinterval(usual)
        other.join()
