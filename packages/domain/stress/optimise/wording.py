"""How much of a find is luck, in a few plain sentences of either language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from packages.domain.strategy.explain.speech import Language
from packages.domain.stress.findings import OverfittingFinding
from packages.domain.stress.optimise.honest import HeldOut

_SURE, _LIKELY = 0.95, 0.5


@dataclass(frozen=True, slots=True)
class Telling:
    """What the sentences are made of; `given` is the strategy as it was, on the held-out bars."""

    found: OverfittingFinding | None
    held_out: HeldOut
    given: HeldOut


def told_luck(telling: Telling) -> dict[str, str]:
    return {language.value: _VOICES[language](telling) for language in Language}


def told_nothing(run: int) -> dict[str, str]:
    """Where no variant kept the limits."""
    return {
        Language.EN.value: f"None of the {run} variants that were run kept the limits: loosen them, or tune other "
        "numbers.",
        Language.ZH.value: f"试过的 {run} 个变体没有一个满足限制：请放宽限制，或调整其他数值。",
    }


def _english(telling: Telling) -> str:
    found = telling.found
    if found is None:
        return "The variant never moved in the fitted period: there is nothing to judge."
    sentences = [
        f"In the fitted period its Sharpe ratio is {found.sharpe:.2f}; the best of {found.trials} such trials without "
        f"any edge would be expected to show {found.expected_best_of_luck:.2f}.",
        f"The odds that more than luck is behind it are {found.deflated_sharpe:.0%}.",
    ]
    if found.overfitting_probability is not None:
        sentences.append(
            f"In {found.overfitting_probability:.0%} of the ways to halve the time, what was best in one half was no "
            "better than the middle in the other."
        )
    sentences.append(f"On the held-out bars, which the search never saw, {_english_after(telling)}.")
    ending = {True: "More than luck alone explains.", False: "Not proven: treat it as an idea, not as a result."}
    return " ".join([*sentences, ending[_is_sure(telling)] if _is_likely(telling) else "Take it for luck."])


def _english_after(telling: Telling) -> str:
    after, before = telling.held_out.sharpe, telling.given.sharpe
    if after is None:
        return "it did not trade"
    beside = "did not trade" if before is None else f"has {before.value:.2f}"
    return f"it is {after.value:.2f} ({after.low:.2f} to {after.high:.2f}); the strategy as it was given {beside} there"


def _chinese(telling: Telling) -> str:
    found = telling.found
    if found is None:
        return "该变体在拟合期内净值没有变化：没有可以评判的结果。"
    sentences = [
        f"拟合期内夏普比率为 {found.sharpe:.2f}；在 {found.trials} 次同类而毫无优势的尝试中，最好的一次预计也会有 "
        f"{found.expected_best_of_luck:.2f}。",
        f"它不只是运气的概率为 {found.deflated_sharpe:.0%}。",
    ]
    if found.overfitting_probability is not None:
        sentences.append(
            f"把时间对半划分，有 {found.overfitting_probability:.0%} 的分法里，一半中最好的变体在另一半中不优于中位。"
        )
    sentences.append(f"在搜索从未见过的留出期内，{_chinese_after(telling)}。")
    ending = {True: "这超出了单凭运气能解释的程度。", False: "尚未得到证明：请把它当作想法，而不是结果。"}
    return "".join([*sentences, ending[_is_sure(telling)] if _is_likely(telling) else "请把它当作运气。"])


def _chinese_after(telling: Telling) -> str:
    after, before = telling.held_out.sharpe, telling.given.sharpe
    if after is None:
        return "它没有交易"
    beside = "没有交易" if before is None else f"为 {before.value:.2f}"
    return f"它的夏普比率为 {after.value:.2f}（{after.low:.2f} 至 {after.high:.2f}），原策略{beside}"


def _is_likely(telling: Telling) -> bool:
    return telling.found is not None and telling.found.deflated_sharpe >= _LIKELY


def _is_sure(telling: Telling) -> bool:
    """A find that fell apart out of sample is not proven, whatever the odds were before."""
    after = telling.held_out.sharpe
    return (
        telling.found is not None and telling.found.deflated_sharpe >= _SURE and after is not None and after.value > 0
    )


_VOICES: Mapping[Language, Callable[[Telling], str]] = {Language.EN: _english, Language.ZH: _chinese}
