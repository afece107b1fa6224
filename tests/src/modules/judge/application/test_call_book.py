"""Settling what is due, for everybody, once."""

from datetime import UTC, datetime, timedelta

from src.modules.judge.application.call_book import OwnedCalls, Settling
from src.modules.judge.domain.scores.report import NotEnough, Scores
from src.modules.judge.domain.verdict import VerdictAction
from tests.fakes.call_book import InMemoryCallBook
from tests.src.modules.judge.making import BASE_DAY, INDEX, OWNER, SYMBOL, bars, call
from tests.src.modules.judge.stored import judge_market

END = BASE_DAY + timedelta(days=60)
AFTER = datetime(END.year, END.month, END.day, 12, tzinfo=UTC)
STOCK = bars({BASE_DAY: 10.0, END: 11.0})
BENCHMARK = bars({BASE_DAY: 4000.0, END: 4040.0}, INDEX)


async def test_what_is_due_is_settled_for_every_owner_and_only_once() -> None:
    book, market = InMemoryCallBook(), judge_market(STOCK, BENCHMARK, now=AFTER)
    await book.append([call(1), call(2, ends_on=END + timedelta(days=40))])
    await book.append([call(1, owner="bob")])
    done = await Settling(market, [book]).settle_due()
    assert (done.looked_at, done.settled, dict(done.waiting)) == (2, 2, {})
    again = await Settling(market, [book]).settle_due()
    assert (again.looked_at, again.settled) == (0, 0)
    ((entry, ended),) = await book.settled(OWNER)
    assert (ended.outcome, ended.call_hash) == (1, entry.hash)
    assert all(check.ok for check in await book.verify("bob"))


async def test_before_the_close_of_the_last_day_nothing_is_settled() -> None:
    book = InMemoryCallBook()
    await book.append([call(1)])
    early = judge_market(STOCK, BENCHMARK, now=AFTER - timedelta(hours=6))
    assert dict((await Settling(early, [book]).settle_due()).waiting) == {"no_close_yet": 1}
    eve = judge_market(STOCK, BENCHMARK, now=AFTER - timedelta(days=1))
    assert dict((await Settling(eve, [book]).settle_due()).waiting) == {"horizon_open": 1}


async def test_one_owner_can_settle_alone() -> None:
    book, market = InMemoryCallBook(), judge_market(STOCK, BENCHMARK, now=AFTER)
    await book.append([call(1)])
    await book.append([call(1, owner="bob")])
    assert (await Settling(market, [book]).settle_due(owner_id="bob")).settled == 1
    assert (await book.tally(OWNER)).open == 1


async def test_a_suspended_share_waits_and_a_delisted_one_is_given_up() -> None:
    book = InMemoryCallBook()
    await book.append([call(1)])
    bare = bars({BASE_DAY: 10.0})
    market = judge_market(bare, BENCHMARK, now=AFTER, suspended_since=BASE_DAY + timedelta(days=3))
    assert dict((await Settling(market, [book]).settle_due()).waiting) == {"suspended": 1}
    gone = judge_market(bare, BENCHMARK, now=AFTER, delisted_on=BASE_DAY + timedelta(days=20))
    assert dict((await Settling(gone, [book]).settle_due()).unsettleable) == {"delisted": 1}
    (standing,) = await OwnedCalls(OWNER, book).page(AFTER, 10)
    assert (standing.state, standing.reason) == ("unsettleable", "delisted")


async def test_progress_is_reported() -> None:
    heard: list[float] = []

    async def report(fraction: float, _message: str) -> None:
        heard.append(fraction)

    book = InMemoryCallBook()
    await book.append([call(number) for number in range(1, 4)])
    await Settling(judge_market(STOCK, BENCHMARK, now=AFTER), [book]).settle_due(report=report)
    assert heard == [0.0]


async def test_thirty_settled_calls_are_scored_and_each_call_says_how_it_stands() -> None:
    book, market = InMemoryCallBook(), judge_market(STOCK, BENCHMARK, now=AFTER)
    await book.append([call(number, probability=0.55 + number / 200) for number in range(1, 31)])
    await book.append([call(31, action=VerdictAction.NO_CALL, probability=None, ends_on=None)])
    await book.append([call(32, ends_on=END + timedelta(days=9))])
    calls = OwnedCalls(OWNER, book)
    before, _ = await calls.scores()
    assert before.overall == NotEnough(0)
    await Settling(market, [book]).settle_due()
    report, tally = await calls.scores()
    assert isinstance(report.overall, Scores)
    assert (report.overall.settled, tally.open, tally.no_call) == (30, 1, 1)
    states = [(one.state, one.reason) for one in await calls.page(AFTER, 3)]
    assert states == [("waiting", "horizon_open"), ("no_call", "nothing_called"), ("settled", "")]
    assert str(SYMBOL) in {one.entry.call.symbol for one in await calls.page(AFTER, 3)}
