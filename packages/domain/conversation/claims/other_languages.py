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
    r"|подтвержд[её]н\w*|подтвердил\w*|確認(?:しました|され(?:まし|てい)|済)|(?:確定|承認)(?:しました|され(?:まし|てい)|済)|확인(?:했|되|됐)|확정(?:했|되|됐)",
    _I,
)
DEPLOYED = lazy_pattern(
    r"\b(?:desplegad[oa]s?|implementad[oa] en|déployée?s?|mise? en (?:production|ligne|service)|implantad[oa]s?"
    r"|distribuit[oa]|messa? in (?:produzione|funzione|opera)|eingesetzt|bereitgestellt|gedeployt"
    r"|live geschaltet|en producción|em produção|in productie|operativ[oa] en|ya (?:opera|está operando|está en marcha)"
    r"|handelt (?:jetzt|bereits|nun)|läuft (?:jetzt|bereits|nun)"
    r"|(?:est|sont) (?:maintenant |désormais )?en (?:ligne|direct))\b"
    r"|разв[её]рнут\w*|запущен\w*|внедрен\w*|внедрён\w*|(?:уже|теперь) (?:торгует|работает)"
    r"|(?:稼働|運用|取引)中(?:です|だ)|(?:デプロイ|配備|稼働|運用を?開始)(?:し|され)(?:まし|てい)|배포(?:했|되|됐)|가동(?:했|되|됐)",
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
ORDERED = lazy_pattern(
    r"\b(?:orden|ordre|ordine|ordem|order|auftrag)\b[^.;]{0,30}?\b(?:ejecutad[oa]|exécutée?|eseguito|executad[oa]"
    r"|ausgeführt|uitgevoerd)\b"
    r"|\b(?:he|hemos|ho|abbiamo|tenho|ai|avons|habe|haben|heb|hebben)\b[^.;]{0,24}?\d[^.;]{0,30}?\b(?:gekauft|verkauft"
    r"|gekocht|verkocht)\b"
    r"|\b(?:(?:he|hemos) (?:comprado|vendido)|(?:ai|avons) (?:acheté|vendu)|(?:ho|abbiamo) (?:comprato|venduto)"
    r"|comprei|vendi) [^.;]{0,12}?\d"
    r"|(?:купил|продал)[аи]?\b[^.;]{0,12}?\d|(?:ордер|заявк)\w*[^.;]{0,16}?исполнен"
    r"|(?:購入|買い付け|売却|発注)(?:を)?(?:しました|され(?:まし|てい)|済)|約定(?:しました|済)|注文を?(?:出し|執行し)(?:まし|てい)"
    r"|(?:매수|매도|주문)(?:를|을)?\s?(?:완료)?(?:했|하였|됐|되었)|체결(?:됐|되었)",
    _I,
)
PROMISED = lazy_pattern(
    r"\b(?:garantiza(?:mos|d[oa]s?)?|garantis?(?:ons|es?)?|garantiert\w*|garantit[oi]|garantid[oa]s?|gegarandeerd\w*)\b"
    r"[^.;]{0,30}?(?:ganancia|rentabilidad|rendement|gain|profit|gewinn|rendite|rendimento|guadagno|lucro|winst|\d\s?%)"
    r"|(?:гарантир\w+)[^.;]{0,24}?(?:прибыл|доход|\d\s?%)|(?:必ず|確実に|絶対に?)[^。]{0,16}?(?:儲か|稼げ|利益が出|増え)"
    r"|(?:利益|リターン|元本)[^。]{0,6}?保証|(?:반드시|확실히|무조건)[^.]{0,16}?(?:수익|이익|벌)",
    _I,
)
_FIELDS: Mapping[str, re.Pattern[str]] = {
    "risk_tolerance": lazy_pattern(
        r"リスク(?:許容度|選好|レベル)|위험 ?(?:감수|허용|성향|선호)"
        r"|tolerancia al riesgo|perfil de riesgo|tolérance au risque"
        r"|profil de risque|risiko(?:toleranz|bereitschaft|profil)|risicotolerantie|risicoprofiel|tolleranza al rischio"
        r"|tolerância a[o]? risco|толерантност\w+ к риску|риск-профил\w+",
        _I,
    ),
    "target_market": lazy_pattern(
        r"(?:取引|対象|投資)?市場は|市場を|(?:거래|투자|대상) ?시장"
        r"|mercado (?:objetivo|elegido)|marché cible|zielmarkt|doelmarkt"
        r"|mercato (?:scelto|di riferimento)|mercado[- ]alvo|целев\w+ рын\w+",
        _I,
    ),
}
_NOTED = lazy_pattern(
    r"(?:設定|記録|登録|更新|変更|保存)(?:しました|され(?:まし|てい)|済)|(?:설정|기록|등록|변경|저장)(?:했|하였|됐|되었)"
    r"|\b(?:establecid|fijad|registrad|actualizad|guardad|anotad|definid|atualizad|salv|puest)[oa]s?\b"
    r"|\bhe (?:puesto|subido)\b"
    r"|\b(?:définie?|enregistrée?|notée?|réglée?|modifiée?)\b|\bmise? à jour\b"
    r"|\b(?:gesetzt|gespeichert|festgelegt|aktualisiert|notiert|erhöht|ingesteld|opgeslagen|vastgelegd|bijgewerkt)\b"
    r"|\b(?:impostat|registrat|aggiornat|salvat|annotat)[oa]\b|(?:установ|запис|обнов|сохран)\w+",
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


def noted_elsewhere(sentence: str) -> Iterator[str]:
    """The fields that a sentence says were set."""
    if _NOTED.search(sentence) and not _NOT_STATED.search(sentence):
        yield from (field for field, words in _FIELDS.items() if words.search(sentence))


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
    "ordered": ORDERED,
    "promised": PROMISED,
}
