"""What to type to load an instrument."""

from packages.core.messages import Language, Message, render
from packages.domain.market_data.load_command import load_command
from packages.domain.market_data.symbols import parse_symbol

APPLE, COIN, DEMO = parse_symbol("AAPL"), parse_symbol("BTC-USD"), parse_symbol("DEMO1.SZ")


def _english(said: Message) -> str:
    return render(said, Language.EN)


def test_real_symbols_are_synced_and_demo_companies_come_with_the_demo() -> None:
    assert _english(load_command(APPLE)) == "`parley data sync AAPL`"
    assert _english(load_command(DEMO, options="--timeframe 1d")) == "`parley data demo` (all demo companies)"
    assert _english(load_command(APPLE, DEMO, COIN, options="--timeframe 1d")) == (
        "`parley data sync AAPL BTC-USD --timeframe 1d` and `parley data demo` (all demo companies)"
    )
