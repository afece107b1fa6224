"""Many small cases in one test, each named if it fails: as tests of their own, thousands of cases of a fraction of a
millisecond would take longer to be collected, set up and reported than to run."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeAlias

_Test: TypeAlias = Callable[..., None]


def each(arguments: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[_Test], _Test]:
    """As `pytest.mark.parametrize`, for cases that need nothing set up for themselves."""
    names = (arguments,) if isinstance(arguments, str) else arguments
    told = [dict(zip(names, (case,) if isinstance(arguments, str) else case, strict=True)) for case in cases]
    assert told, "without a case nothing would be tested"

    def decorate(test: _Test) -> _Test:
        @wraps(test)
        def of_each(**others: Any) -> None:
            for case in told:
                try:
                    test(**case, **others)
                except BaseException as failure:
                    failure.add_note(f"where {case}")
                    raise

        signature = inspect.signature(test)
        left = [parameter for name, parameter in signature.parameters.items() if name not in names]
        of_each.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return of_each

    return decorate
