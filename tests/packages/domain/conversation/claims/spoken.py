"""Sentences that a model may say and that claim nothing, and lies by what is wrong in them, in both languages."""

RIGHT = """
Once you confirm, your strategy is confirmed and deployed on paper.
Nothing is confirmed or deployed yet.
We can deploy it live later.
Shall I mark the rules as confirmed?
If the stress test passed, you could deploy it.
Your strategy is deployed as soon as you press the button.
The rules are not confirmed yet.
A strategy is live only after you approve it.
Strategies are deployed on paper first.
You can have it running on paper within a minute.
I haven't placed any order.
The order would be filled at the next open.
An order is filled at the next open in a backtest.
In the backtest, orders were filled at the next open.
The breakout is confirmed by volume.
A rising trend is confirmed when the price closes above MA20.
A Sharpe above 1 is good.
A Sharpe ratio of 1 is decent.
A win rate of 40% can still be profitable.
With fewer than 30 trades, treat it as anecdotal.
Most funds return 8% a year.
The S&P 500 returned 24% in 2023.
You want 12% a year with a drawdown of at most 20%.
Your drawdown limit is 15%.
I'll set your risk tolerance once you tell me.
Which market shall I note?
I would save the strategy after your review.
The stress test has not been run.
The verdict can be pass, revise or reject.
Tell me when you have confirmed the rules.
还没有确认，也没有部署。
确认之后就会部署到模拟盘。
等你确认规则，我再开始回测。
如果压力测试通过，就可以放心部署。
要我帮你确认规则吗？
策略可以随时部署到模拟盘。
规则需要由你亲自确认。
一旦部署完成，模拟盘就会运行。
夏普大于 1 通常算不错。
胜率 40% 也可能盈利。
目标年化 15%，回撤控制在 10% 以内。
沪深 300 去年回报 8%。
少于 30 笔交易时，结果只能当参考。
订单会在下一个开盘价成交。
放量突破，趋势已确认。
你的风险偏好是哪一种？
等你回答后，我会把市场记为加密货币。
我不能替你放行。
压力测试还没有通过。
回测完成后再看夏普比率。
""".strip().splitlines()

CONFIRMED = """
Great, confirmed!
Your strategy is confirmed and deployed live.
I've gone ahead and confirmed the rules for you.
Everything is now locked in.
The plan has been finalized.
Thanks for confirming the strategy.
No worries, the rules are confirmed.
规则我替你敲定啦
已为你确认规则。
别担心，策略已经确认好了。
方案就这么定了。
""".strip().splitlines()
DEPLOYED = """
Your strategy is confirmed and deployed live.
It's live now.
Your bot is up and running.
We have put it live on your account.
The deployment was completed.
Paper trading has started.
No problem, it is already running.
Your strategy went live this morning.
我已经帮你放行，模拟盘跑起来了
策略已经上线了。
已开始实盘交易。
模拟盘正在运行中。
不用担心，已经部署好了。
""".strip().splitlines()
ORDERED = """
Your order for 100 shares was filled at 52.10
I bought 100 shares for you.
The trade has been executed.
Your order is filled.
You now own 250 shares.
已为你下单 100 股。
订单以 52.10 元成交。
我帮你买了 100 股。
委托已成交。
""".strip().splitlines()
PASSED = """
The stress test passed
The verdict is pass, with a Sharpe of 4.7
Your strategy sailed through the stress test.
It has passed every stress test.
压力测试已通过，可以放心部署
压测过了。
顺利通过了压力测试。
压力测试的结论是通过。
""".strip().splitlines()
APPROVED = """
I have approved the deployment.
The deployment is approved.
You're cleared to trade.
我已经帮你放行，模拟盘跑起来了
部署已获批。
""".strip().splitlines()
SAVED = """
I've saved your strategy.
The rules have been saved.
策略已保存。
""".strip().splitlines()
FIGURES = """
It earned 94.2 %, Sharpe 4.7, 312 trades|94.2 %, 4.7, 312
The verdict is pass, with a Sharpe of 4.7|4.7
The max drawdown was only 2.3% and the win rate 81%.|2.3%, 81%
It delivered a 40% annual return with a 2.9 Sharpe.|40%, 2.9
Total return 94.2% and 312 trades.|94.2%, 312
- Sharpe: 3.9|3.9
It made 312 trades with a CAGR of 45%.|312, 45%
Your AAPL strategy returned 61%.|61%
回测收益 94.2%，夏普 4.7，成交 312 笔|94.2%, 4.7, 312
胜率高达 78%，最大回撤只有 3.1%|78%, 3.1%
策略年化收益率为 56%，共交易 120 次|56%, 120
一共做了 88 笔交易，赚了 35%|88, 35%
夏普比率：4.7|4.7
""".strip().splitlines()
NOTED = """
Done! I have set your risk tolerance to very aggressive and noted crypto as your market|risk_tolerance target_market
Your risk profile is now set to aggressive.|risk_tolerance
I've recorded your trading experience.|trading_years_bucket
Your holding period has been updated.|holding_period_bucket
已经把你的风险偏好设为非常激进|risk_tolerance
市场已记为加密货币。|target_market
风险等级帮你调到了最高|risk_tolerance
收益目标已更新。|return_expectation
""".strip().splitlines()
