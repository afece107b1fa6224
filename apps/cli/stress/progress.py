"""The line that tells how far a stress test is, written over and over; Ctrl-C is heard when it is next written."""

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from packages.core.messages import Language
from packages.domain.work.jobs import JobCancelled

_ZH = {
    "Reading the bars": "读取K线",
    "Trading bar by bar": "逐根K线回测",
    "Living through crises again": "重历历史危机",
    "Shuffling the trades": "打乱交易顺序",
    "Trying other numbers": "尝试其他参数",
    "Trying two numbers together": "同时尝试两个参数",
    "Trying worse conditions": "尝试更差的交易条件",
    "Walking forward": "向前滚动检验",
    "Joining the stretches": "合并各段",
    "Keeping what was tried": "保存试过的变体",
    "Counting trials and luck": "统计试验与运气",
    "Drawing the report": "生成报告",
    "Storing the report": "保存报告",
    "Measuring what was found on the held-out bars": "在留出的K线上检验结果",
}
_ZH_OPENINGS = {
    "Living through ": "重历历史危机",
    "Inventing histories": "生成模拟行情",
    "Fitting stretch ": "逐段拟合",
    "Tried ": "尝试变体",
}


class ProgressLine:
    """`quiet` where nobody looks at a terminal."""

    def __init__(self, language: Language, *, quiet: bool) -> None:
        self._language = language
        self._quiet = quiet
        self._is_stopped = False

    @contextmanager
    def shown(self) -> Iterator[None]:
        """The first Ctrl-C lets the work end where nothing is lost; the second ends it at once."""
        loop = asyncio.get_running_loop()
        # Windows has no such handlers: there the first Ctrl-C ends it at once.
        with suppress(NotImplementedError):
            loop.add_signal_handler(signal.SIGINT, self._stop)
        try:
            yield
        finally:
            with suppress(NotImplementedError):
                loop.remove_signal_handler(signal.SIGINT)
            self._write("")

    async def tell(self, fraction: float, message: str) -> None:
        if self._is_stopped:
            raise JobCancelled
        text = message if self._language is Language.EN else in_chinese(message)
        self._write(f"{fraction:4.0%}  {text} …")

    def _stop(self) -> None:
        self._is_stopped = True
        asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)
        self._write("…")

    def _write(self, text: str) -> None:
        if not self._quiet:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def in_chinese(message: str) -> str:
    """What the lab says while it works; a message that is not known stays as it is."""
    if message in _ZH:
        return _ZH[message]
    return next((text for opening, text in _ZH_OPENINGS.items() if message.startswith(opening)), message)
