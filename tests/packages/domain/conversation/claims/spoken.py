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
AAPL is trading at 180 dollars.
The stock is trading sideways.
The kill switch is on.
Paper trading runs your rules with simulated money.
When it's deployed, orders are placed at the next open.
The strategy trades on daily bars.
The strategy buys when the price crosses above the average and sells below it.
The strategy bought 200 shares on 2021-03-04 at 52.10 and sold them in May.
If you hold 200 shares, a 5% stop costs you about 500 dollars.
Please confirm the rules below.
I drafted the rules; they are not final.
Do you already hold 200 shares?
You said you are up 8% on TSLA.
Trend-following strategies win about 40% of their trades.
Your goal is to make 12% a year.
Noted. What is your risk tolerance?
An aggressive investor accepts larger swings.
I noted your question; let me look into it.
Which risk tolerance shall I record: moderate or aggressive?
Aggressive position sizes make the drawdown worse.
确认后，策略会自动在模拟盘运行。
可以先把策略放到模拟盘观察。
茅台目前在 1500 元附近交易。
A 股正在交易中。
研究已给出买入评级。
RSI 低于 30 时买入 200 股，高于 70 时卖出。
你是否已经持有 200 股？
如果已经买入，止损会设在 5%。
规则确认过之后再回测。
规则已写好，请确认。
目前还没有任何盈利数字。
止损 5%，也就是每股亏 2.5 元。
你的目标是每年赚 12%。
如果你是激进型，可以接受 30% 的回撤。
已收到你的问题。
激进的仓位会放大回撤。
趋势策略的胜率通常在 40% 左右。
The order type is a market order.
Your strategy would have bought 200 shares.
The Nasdaq gained 2% this week.
Deploying it takes about a minute.
Your paper account starts with 100,000 dollars.
Trading on paper costs nothing.
Your risk tolerance decides the position limits.
Noted: the stop is 5% and the position 10%.
Buying 200 shares would cost about 10,000 dollars.
特斯拉今天涨了 4%。
这只股票正在上涨。
策略会在收盘后下单。
还没有任何订单成交。
风险偏好决定仓位上限。
交易每天收盘后执行一次。
部署后可以随时暂停。
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
规则都确认过了
所有规则均已确认。
这些规则已经过确认。
你已经确认了这套规则。
规则已经帮你定好了。
规则敲定。
All rules have been confirmed.
You have signed off on the rules.
We've agreed on the rules.
I marked the rules as confirmed.
Rules confirmed.
Your confirmation has been recorded.
The rules have your approval.
Rules: confirmed.
Consider the strategy confirmed.
I've noted your confirmation of the rules.
规则已经得到你的确认。
规则全部通过确认。
规则已经定了。
您已同意这套规则。
The strategy is officially approved by you.
Since you confirmed the rules, let's move on.
Your strategy is locked.
你已经确认完规则了。
策略已敲定，进入下一步。
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
It's trading on your paper account.
The bot has started trading.
I hooked it up to your paper account.
We're live!
The strategy has been running on paper since this morning.
It has been put on the paper account.
I've started paper trading for you.
Your strategy is in production.
The deployment went through.
It's been activated on your account.
已帮你把策略挂到模拟盘
策略已接入模拟账户。
我把它上到模拟盘了。
系统正在为你交易。
策略正在执行交易。
模拟盘已开启。
策略已经在跑了。
帮你挂上模拟盘了。
实盘已经接通，开始自动交易。
现在模拟盘正按你的策略交易。
Your bot is out there trading right now.
I flipped the switch and paper trading is on.
Your strategy has been switched on.
We started the live run an hour ago.
I've enabled auto-trading.
模拟交易已经开始。
策略挂机运行中。
已经给你开了模拟盘。
部署成功！
程序正在替你盯盘下单。
已经按你的要求启动了策略。
I went ahead and deployed it to your simulated account.
The paper run has started.
We're up and running on paper.
模拟账户已连接，策略自动执行中。
策略已成功上到实盘。
已开启模拟交易。
自动下单功能已启用。
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
trades are executing
The strategy is executing trades on your paper account.
系统已自动买入 200 股
已自动卖出 100 股。
机器人已下了一单。
已按市价买进 500 股。
您的账户已持有 200 股。
账户里现在有 300 股 600519。
刚刚帮你清仓了。
买单已经全部成交。
The strategy has bought 200 shares of AAPL.
The bot opened a long position of 200 shares.
You're now holding 100 shares of TSLA.
An order for 200 shares has been sent.
I've placed a buy order for 0.5 BTC.
Position opened: 200 shares.
Bought 200 shares at 52.10.
The stop was hit and the position was closed.
Your strategy just took its first trade.
Two orders have been filled so far.
Your buy of 200 shares went through.
Sold 100 shares at 55 for you.
A position of 200 shares has been opened.
系统刚帮你卖出了 100 股。
你账户里有 200 股。
策略触发了买入，已成交 300 股。
已经帮您下好单了。
仓位已经建好了。
I bought 0.2 BTC for you.
Your stop order is placed.
The system sold your 300 shares.
You own 0.5 BTC now.
已帮您买了 2 手茅台。
刚开了一笔多单。
止损单已经挂好。
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
Profit so far: 14%|14%
You have made $1,200 so far.|$1,200
P&L today: +$320|+$320
So far it has earned 3.1%.|3.1%
Your balance grew by 7%.|7%
The strategy is already 9% in the green.|9%
Gains to date: 15%|15%
It won 80% of its trades.|80%
8 out of 10 trades were profitable.|8, 10
Three quarters... 75% of trades made money.|75%
The accuracy of the signals was 81%.|81%
账户已浮盈 3.5%。|3.5%
今天的收益是 +2.1%。|+2.1%
策略上线以来涨了 6%。|6%
80% 的交易都赚钱。|80%
赢了 80% 的交易。|80%
成功率 85%。|85%
已实现利润 5%。|5%
账户亏了 2%。|2%
The account is down 3%.|3%
Today's P&L is +1.2%.|+1.2%
70% of the trades closed in profit.|70%
Net profit: $2,300.|$2,300
It outperformed with 18% profit.|18%
本月收益 5%。|5%
账户目前浮亏 1.5%。|1.5%
累计收益率已达 18%。|18%
十次交易里有 8 次盈利。|8
最近一周净赚 2.4%。|2.4%
So far the strategy has returned 6.2%.|6.2%
The bot made 2.5% this week.|2.5%
It's winning 3 out of 4 trades.|3, 4
Total P&L: -4%.|-4%
已经帮你赚到 15%。|15%
交易胜率 76%。|76%
账户净值上涨 3%。|3%
won 80% of its trades|80%
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
已记录：您的风险承受能力为激进型|risk_tolerance
已记录：激进型|risk_tolerance
好的，已为你登记为激进型。|risk_tolerance
已更新：目标市场为加密货币。|target_market
你的资料已保存：激进型、加密货币。|risk_tolerance target_market
我已经把你的风险等级调高到激进。|risk_tolerance
登记好了：风险承受能力激进。|risk_tolerance
Noted: you are an aggressive investor.|risk_tolerance
Noted: risk tolerance, aggressive.|risk_tolerance
I've put you down as very aggressive.|risk_tolerance
Saved: aggressive risk, crypto market.|risk_tolerance target_market
Updated your profile: aggressive.|risk_tolerance
I've registered your market as crypto.|target_market
已记录：您是激进型投资者，交易经验 5 年以上|risk_tolerance trading_years_bucket
好的，您的风险承受能力是激进型，已记录。|risk_tolerance
""".strip().splitlines()
