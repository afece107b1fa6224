"""Why no world can be made of a market, or no path drawn from a world."""

from packages.core.errors import Invalid


class OneInstrumentOnly(Invalid):
    """A world is fitted to one instrument at a time."""


class TooFewWorldBars(Invalid):
    """There is too little to learn from."""

    code = "too_few_bars"


class BrokenBars(Invalid):
    """Prices that no market shows: missing, not above zero, or a close outside of its bar."""


class PricesStandStill(Invalid):
    """Nothing ever moved, so there is nothing to draw from."""


class HorizonTooLong(Invalid):
    """Paths cannot be longer than the data that tells their dates."""


class BadDraw(Invalid):
    """A seed, a number of paths or a length that cannot be drawn."""
