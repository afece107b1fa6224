"""Who acts: companies, persons and places of a retelling are those of its documents."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.passages import folded, lowered
from packages.domain.evidence.retelling.places import place_spans

_NOT_HIM = re.compile(r"(?:\bnot|\bunlike|\brather than|而非|并非|不是|不同于|异于)\s?(?:the )?$", re.IGNORECASE)
_LATIN = re.compile(r"(?<![A-Za-z.])[A-Z][a-z]{2,}(?:[-'][A-Z]?[a-z]+)*(?![A-Za-z])")
_OPENS = re.compile(r"(?:^|[.:;!?\"“”*|(>#•·、]|^\s*-)\s*$")
_ORDINARY_WORDS = (
    "january february march april may june july august september october november december jan feb mar apr jun "
    "jul aug sep sept oct nov dec monday tuesday wednesday thursday friday company group board management chief "
    "executive officer financial president vice chairman director directors general manager head south north east "
    "west central new the its this that fiscal full year quarter half shares notes senior class series plant "
    "phase inc corp ltd limited holdings rmb hong kong ratings agency exchange stock first second third fourth "
    "both "
)
_ORDINARY = frozenset(_ORDINARY_WORDS.split())
_ENGLISH_WORDS = 4
_STEM = 5  # letters: European renewals are of Europe
_WORDS = re.compile(r"\b[a-z]{2,}\b")


def strangers(text: str, rows: Sequence[EvidenceRow], book: EvidenceBook) -> Iterator[str]:
    """Companies, persons and names in Latin letters that none of the documents has. `text` is folded."""
    documents = " ".join(folded(row.text) for row in rows)
    yield from _companies(text, documents, rows, book)
    yield from _latin(text, documents, book)
    yield from _persons(text, documents)


def _companies(text: str, documents: str, rows: Sequence[EvidenceRow], book: EvidenceBook) -> Iterator[str]:
    known = {symbol for names, symbol in short_names(book) if any(_has(documents, name) for name in names)}
    known |= {row.subject for row in rows}.union(*(one.whats for one in book.lexicon.companies.found(documents)))
    for mention in book.lexicon.companies.found(text):
        denied = _NOT_HIM.search(text, max(0, mention.start - 16), mention.start)
        if not denied and not mention.whats & known and not mention.whats & set(book.parties):
            yield text[mention.start : mention.end]
    for names, symbol in short_names(book):
        places = [match for name in names for match in _pattern(name).finditer(text)]
        asserted = [one for one in places if not _NOT_HIM.search(text, max(0, one.start() - 16), one.start())]
        if asserted and symbol not in known:
            yield asserted[0].group()


def _has(text: str, name: str) -> bool:
    return _pattern(name).search(text) is not None


@lru_cache(maxsize=256)
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name)}\b" if name.isascii() else re.escape(name))


_SHORTEST = 4
_ZH_KIND = 2  # characters at the end of a Chinese name that say the trade: 霁川精工


def short_names(book: EvidenceBook) -> Iterator[tuple[set[str], str]]:
    """As reports call a company: its name, the first word of it, or what stands before the trade."""
    for symbol, names in book.parties.items():
        spelled = {symbol} if len(symbol) > 1 else set[str]()
        for name in names:
            first = name.split(" ")[0]
            spelled.add(name)
            if first.isascii() and len(first) >= _SHORTEST and lowered(first) not in _ORDINARY:
                spelled.add(first)
            elif not first.isascii() and len(first) >= _SHORTEST:
                spelled.add(first[:-_ZH_KIND])
        yield spelled, symbol


def _latin(text: str, documents: str, book: EvidenceBook) -> Iterator[str]:
    small = lowered(documents)
    names = {part for names in book.parties.values() for name in names for part in lowered(name).split()}
    known = book.lexicon.companies.found(text)
    places = {lowered(text[start:end]) for start, end in place_spans(text)}
    english = len(_WORDS.findall(documents)) >= _ENGLISH_WORDS
    found = list(_LATIN.finditer(text))
    for place, match in enumerate(found):
        word = lowered(match.group()).removesuffix("'s")
        if word in _ORDINARY or word in names or word in small or _is_of_book(word, book):
            continue
        if any(one.start <= match.start() < one.end for one in known) or word[:_STEM] in small or word in places:
            continue
        opens = _OPENS.search(text, max(0, match.start() - 4), match.start()) is not None
        beside = [one for one in found[max(0, place - 1) : place + 2] if one is not match and _touch(match, one)]
        paired = any(lowered(one.group()) in small for one in beside)
        if paired or (english and (not opens or any(lowered(one.group()) not in _ORDINARY for one in beside))):
            yield match.group()


def _touch(one: re.Match[str], other: re.Match[str]) -> bool:
    return min(abs(one.start() - other.end()), abs(other.start() - one.end())) <= 1


def _is_of_book(word: str, book: EvidenceBook) -> bool:
    return any(word in lowered(row.text) for row in book.rows.values() if row.text)


_SURNAMES = (
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳"
    "唐罗薛伍余米贝姚孟顾尹江钟徐邱骆高夏蔡田樊胡凌霍虞万支柯管卢莫房裘缪丁宣邓郁单杭洪包诸左石崔吉龚程邢裴陆荣翁荀甄曲封"
    "储靳段焦巴牧车侯全班仰秋仲伊宫宁仇栾甘厉祖武符刘景詹束龙叶幸司韶黎蓟薄印宿白怀蒲从鄂索咸籍赖卓蔺屠蒙池乔阴闻党翟谭贡"
    "劳申扶堵冉宰雍桑桂牛寿通边燕浦尚温庄晏柴瞿阎慕连习艾鱼容向古易廖庾终步都耿满弘匡国文寇广禄阙东欧沃利越师巩聂晁敖冷辛阚"
    "简饶空曾沙养丰关蒯相查荆红游竺权盖益桓岳汪祁毛戴宋庞熊纪舒屈项祝董梁杜阮蓝闵席季贾路娄童颜郭梅盛林丘倪汤滕殷毕郝邬傅卞"
    "齐康卜黄穆萧肖邵覃佟阳"
)
_TITLED = re.compile(
    r"(?:董事长|总经理|总裁|首席[\u4e00-\u9fff]{2,3}官|财务负责人|财务总监|财务主管|董事会秘书|董秘|董事|监事|创始人|"
    r"主席|营运官|实际控制人)"
    rf"(?P<name>[{_SURNAMES}][\u4e00-\u9fff]{{1,2}}?)(?=因|已|将|辞|代|暂|兼|继|离|卸|退|上|接|任|出|为|的|先|女|表|"
    rf"称|于|在|被|[,。;、\s\[(]|$)"
)


_CALLED = re.compile(
    rf"(?:聘任|任命|委任|选举|提名|聘请)(?P<name>[{_SURNAMES}][\u4e00-\u9fff]{{1,2}}?)(?=为|担任|出任|任|先|女)"
)


def persons_in(text: str) -> list[str]:
    """Chinese names behind a title, or of who is called to an office."""
    return [match["name"] for pattern in (_TITLED, _CALLED) for match in pattern.finditer(text)]


def _persons(text: str, documents: str) -> Iterator[str]:
    """In a document of the same language that has a person behind a title too."""
    if _TITLED.search(documents):
        yield from (name for name in persons_in(text) if name not in documents)
