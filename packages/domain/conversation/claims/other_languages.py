"""What an answer claims in the languages that the desk does not speak itself: the same states, in fewer words.

Spanish, Portuguese, Italian, French, German, Dutch, Russian, Japanese and Korean. Read sentence by sentence.
"""

import re
from collections.abc import Iterator, Mapping

from packages.domain.evidence.patterns import lazy_pattern

_I = re.IGNORECASE
_STRATEGY = (
    r"(?:estrategia|estratégia|strategia|stratégie|strategie|regole|reglas|regras|règles|regeln|regels|стратеги\w*"
    r"|правил\w*)"
)
_STOP = (
    r"(?:stop(?:-loss)?|stops|стоп\w*|ストップ|損切り?|손절\w*|take[- ]profit|posici[oó]n|posizione|position|позици\w*"
    rf"|ポジション|포지션|{_STRATEGY}|ルール|戦略|規則|규칙|전략)"
)
CONFIRMED = lazy_pattern(
    r"\b(?:confirmad[oa]s?|confirmée?s?|confermat[oaie]|bestätigt|bevestigd|confirmé|confermato)\b"
    r"|подтвержд[её]н\w*|подтвердил\w*|確認(?:しました|済)|(?:確定|承認)(?:しました|済)|확인(?:했|되|됐)|확정(?:했|되|됐)",
    _I,
)
DEPLOYED = lazy_pattern(
    r"\b(?:desplegad[oa]s?|implementad[oa] en|déployée?s?|mise? en (?:production|ligne|service)|implantad[oa]s?"
    r"|distribuit[oa]|messa? in (?:produzione|funzione|opera)|eingesetzt|bereitgestellt|gedeployt"
    r"|live geschaltet|en producción|em produção|in productie|operativ[oa] en|ya (?:opera|está operando|está en marcha)"
    r"|handelt (?:jetzt|bereits|nun)|läuft (?:jetzt|bereits|nun)"
    r"|(?:est|sont) (?:maintenant |désormais )?en (?:ligne|direct))\b"
    r"|разв[её]рнут\w*|запущен\w*|внедрен\w*|внедрён\w*|(?:уже|теперь) (?:торгует|работает)"
    r"|(?:デプロイ|配備|稼働|運用を?開始)(?:し|され)(?:まし|てい)|배포(?:했|되|됐)|가동(?:했|되|됐)",
    _I,
)
PASSED = lazy_pattern(
    r"\b(?:superad[oa]|super[oó]|pasó|pas[ée]e?|réussie?|bestanden|superato|passou"
    r"|aprovad[oa] no|geslaagd)\b[^.;]{0,30}?"
    r"\b(?:prueba|test|teste|épreuve|stresstest|belastungstest)\b"
    r"|\b(?:prueba de (?:estrés|resistencia)|stress[- ]?test|test de (?:résistance|stress)|stresstest|belastungstest"
    r"|prova di stress|teste de (?:estresse|stress))\b[^.;]{0,24}?\b(?:superad[oa]|aprobad[oa]|réussie?|bestanden"
    r"|superato|aprovado|passée?|geslaagd)\b"
    r"|стресс-?тест\w*[^.;]{0,16}?(?:пройден|прошл?[аи]?\b|успешн)|прошл?[аи]? стресс-?тест"
    r"|ストレステスト[^。]{0,8}?(?:合格|通過|クリア)|스트레스 ?테스트[^.]{0,8}?통과",
    _I,
)
BACKTESTED = lazy_pattern(
    r"\bbacktest(?:ing)?\b[^.;]{0,16}?\b(?:terminad[oa]|completad[oa]|terminée?|achevée?|abgeschlossen|fertig|finit[oa]"
    r"|completato|concluído|voltooid)\b|б[еэ]ктест[^.;]{0,12}?(?:заверш[её]н|готов|выполнен|проведён|проведен)"
    r"|バックテスト[^。]{0,6}?(?:完了|終了)しました|백테스트[^.]{0,6}?(?:완료|끝)",
    _I,
)
_RULES_WORD = lazy_pattern(rf"(?<![a-z]){_STOP}(?![a-z]{{3}})", _I)
_CHANGE_WORD = lazy_pattern(
    r"\b(?:cambi(?:ado|ada|é|ato|ata)|modific(?:ado|ada|ato|ata)|modifiée?|ajust(?:ado|ada|é|ée|ei)|changée?"
    r"|mud(?:ei|ado|ada)|alter(?:ei|ado|ada)|geändert|angepasst|gesetzt|gewijzigd|aangepast|impostat[oa])\b"
    r"|\b(?:из|по)менил\w*|измен[её]н\w*|поменял\w*|установил\w*|(?:を|に)?変更(?:しました|済)|に設定しました"
    r"|변경(?:했|되|됐)|바꿨",
    _I,
)
_NOT_STATED = lazy_pattern(
    r"[?]|\b(?:no|non|nicht|niet|nunca|jamais|niemals|aún|todavía|noch|pas|ainda|não|kein\w*|si|se|wenn|sobald|als|falls"
    r"|quand|cuando|quando|lorsque|dès|una vez|une fois|prima|avant|antes|puede|peut|kann|kan|pode|può|vez que"
    r"|será|sera|sarà|wird|werden|zal|debe|doit|muss|moet|deve)\b"
    r"|(?<![а-я])(?:не|ещё|если|когда|после|прежде|может|будет|нужно|чтобы)(?![а-я])"
    r"|ません|ない|まだ|たら|れば|場合|ですか|ますか|後に|않|아직|면\s|까요|안 ",
    _I,
)


def claims_elsewhere(sentence: str) -> Iterator[str]:
    """The names of the patterns that a sentence states."""
    if _NOT_STATED.search(sentence):
        return
    for name, pattern in _PATTERNS.items():
        if pattern.search(sentence):
            yield name
    if _RULES_WORD.search(sentence) and _CHANGE_WORD.search(sentence):
        yield "rules"


_PATTERNS: Mapping[str, re.Pattern[str]] = {
    "confirmed": CONFIRMED,
    "deployed": DEPLOYED,
    "passed": PASSED,
    "backtested": BACKTESTED,
}
