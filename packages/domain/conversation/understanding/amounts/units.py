"""Units of time, in days."""

from collections.abc import Mapping

ZH_UNIT = (
    r"秒钟?|分钟|个?(?:小时|钟头?|半天)|天|日(?![线内])|个?交易日|周(?!年|岁)|个?星期|个?礼拜|个月"
    r"|(?<=[俩仨几])月|个?季度"
    r"|个?年头|周年|年"
)
EN_UNIT = (
    r"seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|sessions?|weeks?|wks?|fortnights?|months?|mths?|mos?"
    r"|quarters?|years?|yrs?|decades?|century|centuries"
)
SHORT_UNIT = r"y|yr|w|wk|d|h|hr|min|mo"  # right behind a number: 2y, 3d
YEAR = 365.25
_DAYS: Mapping[str, float] = {
    "second": 1 / 86_400, "sec": 1 / 86_400, "秒": 1 / 86_400, "min": 1 / 1440, "分": 1 / 1440, "hour": 1 / 24,
    "hr": 1 / 24, "小时": 1 / 24, "钟": 1 / 24, "半天": 0.2, "day": 1.0, "night": 1.0, "session": 1.0, "天": 1.0,
    "日": 1.0, "交易日": 1.0, "week": 7.0, "wk": 7.0, "周年": YEAR, "周": 7.0, "星期": 7.0, "礼拜": 7.0,
    "fortnight": 14.0, "mo": 30.4, "mth": 30.4, "月": 30.4, "quarter": 91.3, "季度": 91.3, "year": YEAR, "yr": YEAR,
    "年": YEAR, "decade": 10 * YEAR, "centur": 100 * YEAR, "年头": YEAR, "y": YEAR, "w": 7.0, "d": 1.0, "h": 1 / 24,
}  # fmt: skip


def days_of(unit: str) -> float:
    stem = unit.lower().removeprefix("个")
    if stem in _DAYS:
        return _DAYS[stem]
    return next(days for name, days in _DAYS.items() if (len(name) > 1 or not name.isascii()) and stem.startswith(name))


def trading_days_of(unit: str) -> float:
    """A month is counted long, so that five times in it are still a few."""
    days = days_of(unit)
    if days <= 1:
        return days
    return 26.0 if 30 <= days < 31 else days * 5 / 7
