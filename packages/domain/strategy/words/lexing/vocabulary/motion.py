"""Verbs of moving, candles, and the small words that end a condition."""

from packages.domain.strategy.words.lexing.tokens import Table, Tag
from packages.domain.strategy.words.lexing.vocabulary.inflection import forms

WORDS: Table = {
    Tag.THROUGH: {
        None: "through|past|thru",
    },
    Tag.GO: {
        None: forms(
            "come|head|turn|swing|snap|tick|pass|travel|work|poke|creep|edge|drift|trend|flip|nudge|inch|roll|grind"
            "|sneak|squeeze|rip|float|shift|swing back|work its way|make its way"
        )
        + "|"
        + (
            "get|go|goes|going|went|gone|gets|getting|got|moves|moving|moved|makes it|returns|returning|pushed|pushes"
            "|pushing|heading|is back|comes back|punches|punch|slices|slice|cuts|cutting"
        ),
    },
    Tag.RISE: {
        1: forms("rise|climb|jump|pop|rally|bounce|rebound|recover|surge|spike|advance|soar|leap|shoot up|lift|tick up")
        + "|"
        + (
            "上升|反弹|回升|攀升|走高|上攻|拉高|上冲|冲|冲高|升|涨|涨了|涨起来|反抽|i'm up|we're up"
            "|it's up|is up|are up|up by|in profit by|ahead by|higher by|up at least"
        ),
        -1: forms(
            "fall|drop|dip|slip|slide|sink|decline|tumble|retreat|plunge|dive|crash|tank|ease|pull back|tick down"
        )
        + "|"
        + (
            "掉|掉了|回落|回调|下探|下滑|滑落|落|下挫|走低|降|跌|跌了|i'm down|we're down|it's down"
            "|is down|are down|down by|lower by|down at least"
        ),
    },
    Tag.GAP: {
        1: (
            "(gap/gaps/gapped/gapping) (up/higher)|gap ups|gap-up|a gap up|opens higher|opens up|高开"
            "|跳空高开|向上跳空"
            "|跳空上涨|高开高走"
        ),
        -1: (
            "(gap/gaps/gapped/gapping) (down/lower)|gap downs|gap-down|a gap down|opens lower|opens down|低开"
            "|跳空低开"
            "|向下跳空|跳空下跌"
        ),
    },
    Tag.CANDLE: {
        "gt": (
            "(candle/bar/day/close) (is/was/closes/closed/turns/being) (green/bullish/up)|green close"
            "|closes higher than it opened|closes above where it opened|closes above its open"
            "|finishes above its open"
            "|closes above the open|红盘|收成红盘|green candles|green bars|up candles|up bars|bullish candles"
            "|white candles|green days|根阳线|连阳|green candle|green bar|green day|up candle|bullish candle"
            "|bull candle|white candle|up day|up bar"
            "|收阳|收阳线|阳线|收红|红k|收一根阳线|收出阳线|收红盘|阳k线|closes green|close green|closes up"
            "|finishes green|closes in the green|bullish bar|close higher than open|收成阳线|当天收阳"
        ),
        "lt": (
            "(candle/bar/day/close) (is/was/closes/closed/turns/being) (red/bearish/down)|red close"
            "|closes lower than it opened|closes below where it opened|closes below its open"
            "|finishes below its open"
            "|closes below the open|绿盘|收成绿盘|red candles|red bars|down candles|down bars|bearish candles"
            "|black candles|red days|根阴线|连阴|red candle|red bar|red day|down candle|bearish candle|bear candle"
            "|black candle|down day|down bar"
            "|收阴|收阴线|阴线|收绿|绿k|收一根阴线|收出阴线|收绿盘|阴k线|closes red|close red|finishes red"
            "|closes in the red|bearish bar|收成阴线|当天收阴"
        ),
    },
    Tag.MARK: {
        "means": (
            "具体就是|具体来说|具体是|具体说|准确讲是|准确说|准确地说|more exactly|more precisely"
            "|more specifically|by which i mean|to me means|to me that means|which to me means|that means"
            "|namely|specifically|to be exact|means|which means|meaning|说明|表示|代表|意味着|意思是|i.e|ie"
            "|that is|也就是|即为"
        ),
        "then": (
            "就|则|便|即|的时候|时候|时|的话|之时|的时候就|时就|之际|就可以|即可|我就|我会|那就|这时候|这时|此时"
            "|the trigger|is the trigger|is my signal|is the signal"
        ),
    },
}
