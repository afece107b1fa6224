"""Sentences about prices and benchmarks that end up in verdicts, in both languages."""

from packages.core.messages import Language

_NOTES = {
    "measured": {
        Language.EN: "{benchmark} is the benchmark.",
        Language.ZH: "以 {benchmark} 为比较基准。",
    },
    "itself": {
        Language.EN: "{symbol} is measured by its own return.",
        Language.ZH: "{symbol} 以自身的绝对收益衡量。",
    },
    "nothing_stored": {
        Language.EN: "Nothing is stored of {benchmark}: absolute return.",
        Language.ZH: "没有 {benchmark} 的数据，改用绝对收益。",
    },
    "no_close_that_day": {
        Language.EN: "{benchmark} has no close on the day of the base price: absolute return.",
        Language.ZH: "{benchmark} 在基准价当日没有收盘价，改用绝对收益。",
    },
    "no_close": {
        Language.EN: "There is no close of {symbol}: load it with `parley data sync {symbol}`.",
        Language.ZH: "没有 {symbol} 的收盘价：请用 `parley data sync {symbol}` 加载。",
    },
    "old_close": {
        Language.EN: "The last close of {symbol} is of {day}: bring it up to date with `parley data sync {symbol}`.",
        Language.ZH: "{symbol} 的最近收盘价为 {day}：请用 `parley data sync {symbol}` 更新。",
    },
    "horizon_over": {
        Language.EN: "The horizon of this verdict ended on {ended}, before it was made: it is not in the call book and "
        "is not scored.",
        Language.ZH: "本次研判的期限已于 {ended} 结束，早于作出时间：不计入研判记录，也不评分。",
    },
}


def note(name: str, language: Language, **values: object) -> str:
    return _NOTES[name][language].format(**values)
