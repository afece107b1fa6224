"""Data that cannot be fetched are told with the reason."""

from tests.apps.api.agents.early_desk import scoping


async def test_a_fetch_that_cannot_be_begun_says_why_and_offers_it_again() -> None:
    desk = await scoping().answers("US stocks")
    desk.unfetchable = "TSLA"
    await desk.says("TSLA")
    result = await desk.says("Fetch data for TSLA")
    assert result.clauses == ("The data of TSLA could not be fetched. There is no data of this market yet.",)
    assert (desk.fetched, desk.prompt.options[0].id) == ([], "fetch:TSLA")
