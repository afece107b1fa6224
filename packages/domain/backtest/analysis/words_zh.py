"""What the desk says in Chinese about a backtest."""

from collections.abc import Mapping

PHRASES: Mapping[str, str] = {
    "result": "从 {first} 到 {last}，共 {bars}，{cash} 变为 {final}，总收益率 {total}。",
    "result_yearly": "从 {first} 到 {last}，共 {bars}，{cash} 变为 {final}，总收益率 {total}，年化 {yearly}。",
    "ruined": "{day} 权益归零：全部仓位被平掉，交易就此结束。",
    "ahead": "同期不计成本、等额买入全部标的并持有，收益率为 {held}，比策略低 {gap} 个百分点。",
    "behind": "同期不计成本、等额买入全部标的并持有，收益率为 {held}，比策略高 {gap} 个百分点。",
    "level": "同期不计成本、等额买入全部标的并持有，收益率相同，为 {held}。",
    "worst_back": "最差的一段始于 {peak}：到 {trough}，权益比高点低 {depth}，{back} 才回到高点。",
    "worst_open": "最差的一段始于 {peak}：到 {trough}，权益比高点低 {depth}，直到结束也没有回到高点。",
    "no_fall": "收盘权益从未低于此前的收盘权益。",
    "trades": "共平仓 {trades}，胜率 {wins}；平均每笔收益率 {mean}，持有 {bars}。有持仓的K线占 {exposure}。",
    "trades_yearly": (
        "共平仓 {trades}，每年约 {rate} 笔，胜率 {wins}；平均每笔收益率 {mean}，持有 {bars}。有持仓的K线占 {exposure}。"
    ),
    "none_closed": "还没有平仓的交易，因此没有胜率可言。",
    "costs": "已平仓交易的佣金和税费共 {costs}，相当于初始资金的 {share}。",
    "no_costs": "已平仓的交易没有佣金和税费。",
    "sharpe_luck": "夏普比率为 {value}，{level} 置信区间为 {low} 到 {high}：区间包含 0，无法与运气区分。",
    "sharpe_above": "夏普比率为 {value}，{level} 置信区间为 {low} 到 {high}：就这一段历史而言，区间在 0 之上。",
    "sharpe_below": "夏普比率为 {value}，{level} 置信区间为 {low} 到 {high}：整个区间在 0 之下。",
    "no_sharpe": "权益变动太少，无法计算夏普比率。",
    "few": "交易不足 {fewest} 笔，太少，不足以判断。",
    "short": "K线不足一年，太短，不足以判断。",
    "few_and_short": "K线不足一年，交易也不足 {fewest} 笔，不足以判断。",
    "open": "结束时还有 {positions} 未平仓：按最后收盘价计入权益，但不计入交易。",
    "no_trades": "从 {first} 到 {last}，共 {bars}，没有任何交易：{cash} 仍为 {final}。",
    "no_orders": "在可以下单的时候，入场条件从未成立：可以试试放宽阈值、减少同时要求的条件，或使用更长的历史。",
    "orders_too_small": "下过单，但资金不够最小的一手：可以试试增加资金，或加大每笔仓位。",
    "orders_not_filled": "下过单，但没有一笔成交：可以试试市价单、更小的偏移，或更长的有效期。",
    "nothing_measured": "没有交易，就没有胜率，也谈不上运气与否。",
    "trade_one": "1 笔",
    "trade_many": "{count} 笔",
    "position_one": "1 个仓位",
    "position_many": "{count} 个仓位",
    "bar_one": "1 根{timeframe}K线",
    "bar_many": "{count} 根{timeframe}K线",
    "length": "{count} 根K线",
    "day": "{year} 年 {month} 月 {day} 日",
    "minute": "{year} 年 {month} 月 {day} 日 {time}",
}
MONTHS = tuple(str(month) for month in range(1, 13))
