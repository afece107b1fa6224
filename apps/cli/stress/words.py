"""What `parley stress` says around a report, in both languages."""

from collections.abc import Mapping

from packages.core.messages import Language

WORDS: Mapping[Language, Mapping[str, str]] = {
    Language.ZH: {
        "kept": "已保存，编号 {id}；再看一次：parley stress show {id}",
        "stopped": "已停止。完成的部分都已保存；继续：parley stress resume {id}",
        "none": "还没有压力测试。parley stress run 策略编号",
        "unfinished": "未完成（可继续）",
        "key": "键",
        "name": "名称",
        "first": "首日",
        "last": "末日",
        "windows": "{market} 的危机窗口。用 --crises 键,键 选取，或用 --window 名称:首日:末日 自定。",
        "strategy": "策略",
        "made": "时间",
        "verdict": "结论",
        "search_title": "参数优化",
        "demo": "演示数据：公司与价格均为虚构，未在任何市场发生过。",
        "periods": (
            "拟合 {fit_first} 至 {fit_last}；隔开 {purged} 根K线；"
            "留出 {held_out_first} 至 {held_out_last}，搜索从未见过。"
        ),
        "found": "第 {number} 个结果",
        "unchanged": "与原策略相同。",
        "sharpe": "夏普比率",
        "total_return": "总收益",
        "max_drawdown": "最大回撤",
        "trades": "成交笔数",
        "fit_found": "拟合期：结果",
        "fit_given": "拟合期：原策略",
        "out_found": "留出期：结果",
        "out_given": "留出期：原策略",
        "importance": "影响最大的参数：",
        "counts": "运行了 {distinct} 个不同的变体，其中 {within_limits} 个满足限制；该谱系至今共 {lineage} 次试验。",
        "more_found": "前沿上另有 {count} 个结果未列出。",
        "patches": "每个结果都是一份 RFC 6902 补丁：加 --json 即可看到。",
        "id": "编号",
    },
    Language.EN: {
        "kept": "kept as {id}; to see it again: parley stress show {id}",
        "stopped": "Stopped. The parts that were done are kept; to go on: parley stress resume {id}",
        "none": "No stress test yet. `parley stress run STRATEGY_ID` makes one.",
        "unfinished": "not finished",
        "key": "Key",
        "name": "Name",
        "first": "First day",
        "last": "Last day",
        "windows": "Crises of {market}. Take some with --crises KEY,KEY, or your own with --window NAME:FROM:TO.",
        "strategy": "Strategy",
        "made": "Made",
        "verdict": "Verdict",
        "search_title": "Optimisation",
        "demo": "Demo data: invented companies and prices. Nothing here happened on any market.",
        "periods": (
            "Fitted {fit_first} to {fit_last}; {purged} bars left out between; held out {held_out_first} to "
            "{held_out_last}, which the search never saw."
        ),
        "found": "Find {number}",
        "unchanged": "The same as the strategy was given.",
        "sharpe": "Sharpe",
        "total_return": "Total return",
        "max_drawdown": "Deepest drawdown",
        "trades": "Trades",
        "fit_found": "fitted: the find",
        "fit_given": "fitted: as given",
        "out_found": "held out: the find",
        "out_given": "held out: as given",
        "importance": "What the result depends on most:",
        "counts": (
            "{distinct} different variants were run, {within_limits} within the limits; this lineage has {lineage} "
            "trials by now."
        ),
        "more_found": "{count} more on the front are not listed.",
        "patches": "Each find is a patch (RFC 6902): --json shows it.",
        "id": "Id",
    },
}


def say(language: Language, phrase: str, **fields: str) -> str:
    return WORDS[language][phrase].format(**fields)
