"""What to call next, as each edge adds it to the details of an error."""

from packages.contracts.market_data.next_calls import with_next_command, with_next_requests, with_next_tools
from packages.domain.market_data.symbols import missing_data, parse_symbol

APPLE, COIN, DEMO = (parse_symbol(text) for text in ("AAPL", "BTC-USD", "DEMO5"))


def test_each_missing_instrument_is_a_request_and_a_tool_call_and_all_are_one_command() -> None:
    details = missing_data(APPLE, COIN, timeframe="1h")
    bodies = [{"symbol": "AAPL", "timeframe": "1h"}, {"symbol": "BTC-USD", "timeframe": "1h"}]
    path = "/api/v1/data/fetches"
    assert with_next_requests(details)["next"] == [{"method": "POST", "path": path, "body": body} for body in bodies]
    tool = {"domain": "market_data", "tool": "fetch_missing"}
    assert with_next_tools(details)["next"] == [{**tool, "arguments": body} for body in bodies]
    assert with_next_command(details)["next"] == [{"command": "parley data sync AAPL BTC-USD --timeframe 1h"}]


def test_a_fictional_company_is_loaded_in_the_terminal_and_never_fetched() -> None:
    assert with_next_requests(missing_data(DEMO)) == missing_data(DEMO)
    assert with_next_tools(missing_data(DEMO)) == missing_data(DEMO)
    both = with_next_command(missing_data(APPLE, DEMO))
    assert both["next"] == [{"command": "parley data sync AAPL"}, {"command": "parley data demo"}]


def test_an_error_about_other_things_stays_as_it_is() -> None:
    for add in (with_next_requests, with_next_tools, with_next_command):
        assert add({"missing": ["revenue"]}) == {"missing": ["revenue"]}
