"""Holds an opinion to the addresses that the searches returned; a model names documents by their tags."""

import re
from collections.abc import Sequence
from dataclasses import replace

from packages.core.messages import Language
from src.modules.research.domain.brief import Brief
from src.modules.research.domain.opinions import CatalystOpinion, MacroOpinion

_ADDRESS = re.compile(r"https?://[^\s\"'<>\\，。；、）)\]】」”]+")


def checked_sources(opinion: MacroOpinion | CatalystOpinion, brief: Brief) -> tuple[list[str], Brief]:
    """The sources without addresses that no search returned, and the brief with a note on each that was taken out."""
    by_tag = {document.tag: document.url for document in brief.documents if document.url}
    returned = set(by_tag.values())
    named = [by_tag.get(source.strip(" []"), source) for source in opinion.information_sources]
    kept = list(dict.fromkeys(url for url in named if url in returned))
    foreign = [url for url in named if url not in returned]
    texts = opinion.model_dump_json(exclude={"information_sources"})
    invented = sorted({url.rstrip(".,") for url in _ADDRESS.findall(texts)} - returned)
    return kept, replace(brief, degraded=(*brief.degraded, *_notes(foreign, invented, brief.language)))


def _notes(foreign: Sequence[str], invented: Sequence[str], language: Language) -> list[str]:
    zh = language is Language.ZH
    removed = (
        "已从信息来源中删除并非检索所得的地址：" if zh else "Taken out of the sources, because no search returned it: "
    )
    unknown = "正文提到并非检索所得的地址，请勿采信：" if zh else "Named in the text, and no search returned it: "
    told = [(removed, foreign), (unknown, invented)]
    return [f"{head}{', '.join(url[:200] for url in urls)}" for head, urls in told if urls]
