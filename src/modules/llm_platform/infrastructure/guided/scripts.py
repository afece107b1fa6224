"""Which script answers a turn: what was asked for anywhere first, then the phase's own."""

from collections.abc import Callable, Mapping

from src.modules.llm_platform.infrastructure.guided.asking import asked
from src.modules.llm_platform.infrastructure.guided.common import asked_again
from src.modules.llm_platform.infrastructure.guided.deploying import deployed
from src.modules.llm_platform.infrastructure.guided.drafting import drafted
from src.modules.llm_platform.infrastructure.guided.researching import researched
from src.modules.llm_platform.infrastructure.guided.steps import Say, Script
from src.modules.llm_platform.infrastructure.guided.stressing import stressed
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn
from src.modules.llm_platform.infrastructure.guided.watching import watched
from src.modules.llm_platform.infrastructure.guided.wishes import Wish, wish_of


def script_of(turn: GuidedTurn) -> Script:
    match wish_of(turn.said):
        case Wish.HELP:
            return helped(turn)
        case Wish.RESEARCH | Wish.RESEARCH_STATUS:
            return researched(turn)
        case _:
            return _PHASES.get(turn.phase, helped)(turn)


def helped(turn: GuidedTurn) -> Script:
    """What can be said here, and the open question once more."""
    yield Say(turn.words.say("help"))
    yield Say(turn.words.label("help", turn.phase))
    yield from asked_again(turn)


_PHASES: Mapping[str, Callable[[GuidedTurn], Script]] = {
    "kyc": asked,
    "pre_strategy": asked,
    "strategy": drafted,
    "stress_test": stressed,
    "deployment": deployed,
    "completed": watched,
}
