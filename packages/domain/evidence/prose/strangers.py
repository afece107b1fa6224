"""An unknown company, named as whose a number is."""

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.prose.scene import ProseScene

_WORD = r"[A-Z][A-Za-z&'-]*[a-z]"
# `of Northmoor Tools`, `at Lingguang Chips`: two capital words where an owner stands.
_OWNER = lazy_pattern(rf"\b(?:of|at|for|than|against|versus|peer|rival|competitor)\s(?P<name>{_WORD}(?:\s{_WORD})+)")
_POSSESSIVE = lazy_pattern(rf"(?P<name>{_WORD}(?:\s{_WORD})+)'s?\s")
_KINDS = (
    "味业|系统|网络|户外|科技|股份|集团|控股|电子|医药|药业|生物|乳业|食品|化工|精工|传动|国际|实业|电器|汽车|证券|银行|保险|能源|材料|建材|重工"
    "|机械|软件|通信|航空|物流|地产|置业|芯科|半导体|光电|新材|酒业|纺织|钢铁"
)
_PEER = lazy_pattern(
    rf"(?:同业|同行|对手|可比公司|可比的|竞争对手)(?:公司)?(?P<name>[\u4e00-\u9fff]{{2,4}}(?:{_KINDS})|[\u4e00-\u9fff]{{4}})"
    r"(?=仅|则|同期|为|的|是|只有|达|约|也|\d)"
)
_SUBJECT = lazy_pattern(
    rf"(?:^|[,;:。]\s?)(?P<name>[\u4e00-\u9fff]{{2,4}}(?:{_KINDS}))(?=(?:19|20)\d\d\s?年|同期|[一二三四]季度|上半年|下半年|前三季度|全年|最新|当前)"
)
_VERBS = (
    "closed|closes|reported|reports|printed|posted|posts|grew|earned|trades?|traded|generated|booked|delivered|ended"
)
_OPENS = lazy_pattern(rf"(?:^|[.;:]\s)\s?(?P<name>{_WORD}(?:\s{_WORD})+)(?:\s(?:{_VERBS})\b|,\s(?:the|a|an|our)\s)")
# Two capital words that are no company.
_PLAIN = frozenset({
    "free", "cash", "flow", "operating", "margin", "gross", "net", "profit", "revenue", "wall", "street", "federal",
    "reserve", "price", "earnings", "book", "value", "house", "rule", "rules", "board", "company", "group", "chief",
    "executive", "financial", "officer", "north", "south", "east", "west", "america", "asia", "europe", "new", "york",
    "hong", "kong", "united", "states", "kingdom", "first", "second", "third", "fourth", "quarter", "half", "full",
    "year", "money", "growth", "moving", "average", "relative", "strength", "bollinger", "band", "bands", "directors",
    "annual", "report", "phase", "interest", "cover", "current", "ratio", "debt", "days",
})  # fmt: skip


def names_a_stranger(scene: ProseScene, index: int, book: EvidenceBook) -> bool:
    """In the words that lead up to the number within its sentence."""
    number = scene.numbers[index]
    left = scene.numbers[index - 1].stop if index else 0
    found = [
        match["name"]
        for rule in (_OWNER, _POSSESSIVE, _PEER, _SUBJECT, _OPENS)
        for match in rule.finditer(scene.words, left, number.start)
    ]
    return any(_is_unknown(name, scene, book) for name in found)


def _is_unknown(name: str, scene: ProseScene, book: EvidenceBook) -> bool:
    if any(word.lower() in _PLAIN for word in name.split()):
        return False
    start = scene.words.find(name)
    if any(m.start < start + len(name) and start < m.end for m in (*scene.companies, *scene.figures)):
        return False
    known = " ".join((*(each for names in book.parties.values() for each in names), scene.context))
    documents = " ".join(row.text for row in book.rows.values() if row.text)
    return not any(word in known or word in documents for word in name.split())
