"""What reading loads is loaded once, beside the start."""

from packages.domain.conversation.understanding.learned.reader import loaded
from packages.domain.conversation.understanding.warm_up import warm_up_reading


def test_after_it_the_weights_are_there() -> None:
    loaded.cache_clear()
    warm_up_reading()
    assert loaded.cache_info().currsize == 1
