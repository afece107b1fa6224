"""Rules by chance and how one may say them, in both languages: the words and what they mean."""

import random
from typing import Any

Said = tuple[dict[str, Any], str, str]


def _value(name: str, **params: int) -> dict[str, Any]:
    return {"indicator": name, "params": params}


_MACD = {"fast": 12, "slow": 26, "signal": 9}


def _level(chance: random.Random) -> Said:
    name, low, high = chance.choice((("rsi", 20, 45), ("mfi", 15, 45), ("adx", 15, 40), ("cci", -150, 150)))
    period, level = chance.randint(5, 30), chance.randint(low, high)
    op, over, above = chance.choice(((">", "above", "高于"), ("<", "below", "低于")))
    atom = {"left": _value(name, period=period), "op": op, "right": level}
    written = f"{name.upper()}({period})"
    return atom, f"{written} is {over} {level}", f"{written}{above}{level}"


def _average(chance: random.Random) -> Said:
    kind, length = chance.choice((("sma", "SMA"), ("ema", "EMA"))), chance.randint(5, 250)
    op, over, above = chance.choice(
        (("crosses_above", "crosses above", "上穿"), ("crosses_below", "falls below", "跌破"))
    )
    atom = {"left": {"price": "close"}, "op": op, "right": _value(kind[0], period=length)}
    return atom, f"price {over} the {length}-day {kind[1]}", f"收盘价{above}{kind[1]}{length}"


def _cross(chance: random.Random) -> Said:
    fast = chance.randint(3, 40)
    slow = fast + chance.randint(5, 100)
    op, over, above = chance.choice(
        (("crosses_above", "crosses above", "上穿"), ("crosses_below", "crosses below", "下穿"))
    )
    atom = {"left": _value("ema", period=fast), "op": op, "right": _value("ema", period=slow)}
    return atom, f"the {fast} EMA {over} the {slow} EMA", f"EMA{fast}{above}EMA{slow}"


def _macd(chance: random.Random) -> Said:
    op, en, zh = chance.choice((("crosses_above", "above", "金叉"), ("crosses_below", "below", "死叉")))
    atom = {"left": {"indicator": "macd", "params": _MACD}, "op": op,
            "right": {"indicator": "macd_signal", "params": _MACD}}  # fmt: skip
    return atom, f"MACD crosses {en} its signal line", f"MACD{zh}"


def _high(chance: random.Random) -> Said:
    days = chance.randint(5, 120)
    atom = {"left": {"price": "close"}, "op": ">", "right": _value("donchian_high", period=days)}
    return atom, f"price breaks above the {days}-day high", f"收盘价突破{days}日新高"


def _volume(chance: random.Random) -> Said:
    days, times = chance.randint(5, 60), chance.choice((1.2, 1.5, 2, 2.5, 3))
    many = {"multiple": times, "of": _value("volume_sma", period=days)}
    atom = {"left": _value("volume"), "op": ">", "right": many}
    return atom, f"volume is above {times}x its {days}-day average", f"成交量大于{days}日均量的{times}倍"


_CONDITIONS = (_level, _average, _cross, _macd, _high, _volume)
_JOINTS = {"all": (" and ", "且"), "any": (" or ", "或者")}


def _group(chance: random.Random, most: int) -> tuple[dict[str, Any], str, str]:
    chosen = chance.sample(_CONDITIONS, chance.randint(1, most))
    parts = [condition(chance) for condition in chosen]
    word = chance.choice(("all", "any")) if len(parts) > 1 else "all"
    en, zh = _JOINTS[word]
    return {word: [part[0] for part in parts]}, en.join(part[1] for part in parts), zh.join(part[2] for part in parts)


def said_rules(chance: random.Random) -> tuple[dict[str, Any], str, str]:
    """What the rules mean, in English and in Chinese; the clauses stand in any order."""
    means: dict[str, Any] = dict.fromkeys(
        ("instruments", "timeframe", "entry", "exit", "stop_loss_pct", "take_profit_pct", "trailing_stop_pct",
         "atr_stop", "max_holding_bars", "size")
    )  # fmt: skip
    means["side"] = "long"
    means["entry"], en, zh = _group(chance, 3)
    clauses = [(f"buy when {en}", f"{zh}时买入")]
    if chance.random() < 0.7:
        means["exit"], en, zh = _group(chance, 2)
        clauses.append((f"sell when {en}", f"{zh}时卖出"))
    if chance.random() < 0.6:
        means["stop_loss_pct"] = chance.randint(1, 15)
        clauses.append((f"stop loss {means['stop_loss_pct']}%", f"止损{means['stop_loss_pct']}%"))
    if chance.random() < 0.4:
        means["take_profit_pct"] = chance.randint(5, 40)
        clauses.append((f"take profit at {means['take_profit_pct']}%", f"止盈{means['take_profit_pct']}%"))
    if chance.random() < 0.3:
        share = chance.randint(1, 9)
        means["size"] = {"kind": "fraction_of_equity", "value": share / 10}
        clauses.append((f"use {share * 10}% of equity", f"仓位{share * 10}%"))
    chance.shuffle(clauses)
    return means, "; ".join(clause[0] for clause in clauses), "；".join(clause[1] for clause in clauses)
