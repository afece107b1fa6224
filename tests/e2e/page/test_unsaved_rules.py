"""Rules that nobody has saved: told in sentences in the conversation and where they are written, in both languages."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from packages.core.clock import SystemClock
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.strategy.book import StrategyDrafts
from packages.domain.strategy.build import build
from packages.infra.db.engine import Database
from packages.infra.strategy.strategies import SqlDrafts
from packages.settings.database import DatabaseUrl
from tests.e2e.page.acting_server import SHOW
from tests.e2e.page.addresses import arrive, settle
from tests.e2e.page.serving import apart, said, told
from tests.e2e.page.talking import say
from tests.e2e.page.visits import Language, Visits
from tests.e2e.page.waiting_orders import LiveDesk
from tests.packages.domain.backtest.asking import document

LANGUAGES: tuple[Language, ...] = ("zh-CN", "en-US")
PASTE = {"zh-CN": "粘贴定义", "en-US": "Paste a definition"}
SYMBOL = {"zh-CN": "代码", "en-US": "Symbol"}
TEMPLATE = {"zh-CN": "均值回归，数日波段", "en-US": "Mean reversion, swing days"}
NOT_JSON = {"zh-CN": "第 1 行第 10 列：此处应有一个值", "en-US": "Expecting value in line 1, column 10"}


@pytest.fixture
def desk(acting_desk: LiveDesk) -> str:
    return acting_desk.address


async def _keep_draft(home: Path) -> str:
    database = Database(DatabaseUrl(f"sqlite:///{home / 'parley.sqlite'}"))
    drafts = StrategyDrafts(SqlDrafts(database), SystemClock())
    draft_id = await drafts.keep(LOCAL_OWNER_ID, build(document("DEMO5")))
    await database.aclose()
    return draft_id


def _sentences(desk: str, language: Language) -> list[str]:
    """All but the one that tells the name, which the head of a card shows."""
    answer = said(desk, "/strategies/validate", {"document": document("DEMO5")}, language=language[:2])
    return [each["text"] for each in answer["sentences"][1:]]


def _expect_rules(shown: Locator, sentences: list[str]) -> None:
    expect(shown).to_have_count(1)
    for sentence in sentences:
        expect(shown).to_contain_text(sentence)


@pytest.mark.parametrize("language", ["zh-CN", pytest.param("en-US", marks=pytest.mark.trust)])
def test_a_draft_in_the_conversation_is_told_in_sentences_and_still_after_a_reload(
    acting_desk: LiveDesk, desk: str, visits: Visits, artefacts: Path, language: Language
) -> None:
    draft_id = apart(_keep_draft(acting_desk.home))
    page = visits.open(language)
    arrive(page, f"{desk}/chat")
    say(page, f"{SHOW} {json.dumps({'type': 'strategy_ref', 'strategy_draft_id': draft_id})}")
    card = page.get_by_test_id("card-strategy_ref")
    _expect_rules(card.get_by_test_id("strategy-sentences"), _sentences(desk, language))
    card.screenshot(path=artefacts / f"draft-card-{language[:2]}.png")
    page.reload()
    settle(page)
    _expect_rules(card.get_by_test_id("strategy-sentences"), _sentences(desk, language))
    expect(card.get_by_test_id("strategy-dsl-toggle")).to_be_visible()


@pytest.mark.parametrize("language", [pytest.param("zh-CN", marks=pytest.mark.trust), "en-US"])
def test_a_definition_is_told_while_it_is_written_and_so_is_what_is_wrong_with_it(
    desk: str, visits: Visits, artefacts: Path, language: Language
) -> None:
    page = _writing(desk, visits, language)
    text = page.get_by_role("textbox").first
    text.fill('{"name": }')
    problem = page.get_by_test_id("strategy-problem")
    expect(problem).to_contain_text(NOT_JSON[language])
    text.fill(json.dumps({**document("DEMO5"), "timeframe": "2h"}))
    expect(problem).to_contain_text("/timeframe")
    page.screenshot(path=artefacts / f"strategy-problem-{language[:2]}.png")
    text.fill(json.dumps(document("DEMO5")))
    _expect_rules(page.get_by_test_id("strategy-sentences"), _sentences(desk, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_templates_are_named_and_told_in_the_language_of_the_page(
    desk: str, visits: Visits, language: Language
) -> None:
    page = visits.open(language)
    arrive(page, f"{desk}/strategies/new")
    page.get_by_label(SYMBOL[language]).fill("DEMO1.SZ")
    wanted = page.get_by_test_id("strategy-template").filter(has_text=TEMPLATE[language])
    wanted.locator("summary").click()
    asked = {"ticker": "DEMO1.SZ", "family": "mean_reversion", "holding_period": "swing_days"}
    [template] = told(desk, "/strategies/templates", language=language[:2], **asked)["templates"]
    _expect_rules(wanted.get_by_test_id("strategy-sentences"), [each["text"] for each in template["sentences"][1:]])


def _writing(desk: str, visits: Visits, language: Language) -> Page:
    page = visits.open(language)
    arrive(page, f"{desk}/strategies/new")
    page.get_by_text(PASTE[language], exact=True).click()
    return page
