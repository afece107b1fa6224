import pytest

from packages.core.messages import Language, Message, Phrases, places, sentences


def test_of_several_parts_of_the_catalogue_the_first_that_has_the_name_is_said() -> None:
    both = Phrases(Language.EN, "stress.report", "backtest.report")
    assert both.say("title", strategy="Trend") == "Trend: stress test"
    assert both.say("won", value="60%") == "60% won"
    assert "max_drawdown" in both
    assert "title of a film" not in both


def test_a_name_that_no_part_has_is_a_fault_in_the_source() -> None:
    with pytest.raises(KeyError):
        Phrases(Language.ZH, "backtest.report").say("title of a film")


def test_a_message_reads_in_english_where_nobody_chose_a_language() -> None:
    assert str(Message("strategy.problem.at_most", {"bound": 5})) == "at most 5"
    assert f"{Message.verbatim('as it is')}" == "as it is"


def test_every_part_has_the_same_names_and_places_in_both_languages() -> None:
    english, chinese = sentences(Language.EN), sentences(Language.ZH)
    assert english.keys() == chinese.keys()
    # PyYAML gives its reasons in English only, so Chinese says that the syntax is wrong and leaves the reason out.
    differing = {code for code in english if places(english[code]) != places(chinese[code])}
    assert differing <= {"strategy.problem.yaml_reason"}
