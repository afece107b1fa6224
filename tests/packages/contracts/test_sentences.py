"""Sentences keep their message through storage and JSON, and are said in the reader's language."""

import copy
import json

from packages.contracts.sentences import (
    error_sentence,
    json_for_reader,
    recalled,
    recalled_field,
    stored,
    with_messages,
)
from packages.core.errors import NotFound
from packages.core.messages import Language, Sentence, for_reader, in_language, message, reading

ENGLISH, CHINESE = "No such job: take an id from your list of jobs.", "没有这个任务：请从任务列表中选取编号。"


def test_a_stored_sentence_is_recalled_with_its_message() -> None:
    sentence = error_sentence(NotFound("jobs.unknown_job"))
    back = recalled(stored(sentence))
    assert (back, in_language(back, Language.ZH)) == (ENGLISH, CHINESE)
    assert in_language(copy.deepcopy(back), Language.ZH) == CHINESE


def test_what_was_stored_as_plain_text_stays_as_it_is() -> None:
    for text in (ENGLISH, "", "{", '{"code":', '{"code":"jobs.gone_for_good","params":{}}', '{"code":5,"params":{}}'):
        assert stored(text) == recalled(text) == text
        assert in_language(recalled(text), Language.ZH) == text


def test_an_event_is_read_in_the_readers_language_without_its_messages() -> None:
    kept = json.dumps(with_messages({"status": "failed", "error": Sentence(message("jobs.unknown_job"))}))
    assert recalled_field(json.loads(kept), "error") == ENGLISH
    with reading(Language.ZH):
        assert json.loads(json_for_reader(kept)) == {"status": "failed", "error": CHINESE}
    assert json.loads(json_for_reader(kept)) == {"status": "failed", "error": ENGLISH}
    assert json_for_reader('{"delta":"he said"}') == '{"delta":"he said"}'


def test_a_sentence_within_a_sentence_is_said_in_the_same_language() -> None:
    inner = Sentence(message("jobs.unknown_job"))
    outer = Sentence(message("jobs.bad_payload", error=inner))
    with reading(Language.ZH):
        assert CHINESE in for_reader(outer)
