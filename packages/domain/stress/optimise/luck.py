"""How much of a find is luck, in a few plain sentences."""

from functools import reduce

from packages.core.messages import Language, Message, Param, render
from packages.domain.stress.findings import OverfittingFinding
from packages.domain.stress.optimise.honest import HeldOut

_SURE, _LIKELY = 0.95, 0.5


def luck_words(found: OverfittingFinding | None, held_out: HeldOut, given: HeldOut) -> dict[str, str]:
    """In both languages; `given` is the strategy as it was, on the held-out bars."""
    return _in_both(_luck(found, held_out, given))


def nothing_kept_words(run: int) -> dict[str, str]:
    """Where no variant kept the limits."""
    return _in_both(_say("nothing_kept", run=run))


def _luck(found: OverfittingFinding | None, held_out: HeldOut, given: HeldOut) -> Message:
    if found is None:
        return _say("never_moved")
    best = f"{found.expected_best_of_luck:.2f}"
    sentences = [
        _say("fitted", sharpe=f"{found.sharpe:.2f}", trials=found.trials, best=best),
        _say("odds", odds=f"{found.deflated_sharpe:.0%}"),
    ]
    if found.overfitting_probability is not None:
        sentences.append(_say("halves", share=f"{found.overfitting_probability:.0%}"))
    sentences += [_say("held_out", result=_result(held_out, given)), _ending(found, held_out)]
    return reduce(lambda before, after: _say("both", before=before, after=after), sentences)


def _result(held_out: HeldOut, given: HeldOut) -> Message:
    after, before = held_out.sharpe, given.sharpe
    if after is None:
        return _say("no_trades")
    beside = _say("given_no_trades") if before is None else _say("given", sharpe=f"{before.value:.2f}")
    figures = {"sharpe": after.value, "low": after.low, "high": after.high}
    return _say("result", **{name: f"{value:.2f}" for name, value in figures.items()}, beside=beside)


def _ending(found: OverfittingFinding, held_out: HeldOut) -> Message:
    """A find that fell apart out of sample is not proven, whatever the odds were before."""
    if found.deflated_sharpe < _LIKELY:
        return _say("take_for_luck")
    holds = held_out.sharpe is not None and held_out.sharpe.value > 0
    return _say("more_than_luck" if found.deflated_sharpe >= _SURE and holds else "not_proven")


def _say(code: str, **params: Param) -> Message:
    return Message(f"stress.luck.{code}", params)


def _in_both(said: Message) -> dict[str, str]:
    return {language.value: render(said, language) for language in Language}
