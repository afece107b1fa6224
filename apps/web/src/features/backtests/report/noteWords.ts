// What a backtest assumes and what it cannot know, said plainly.
import { defineWords } from "../../../i18n/words";

export const noteWords = defineWords(
  {
    title: "怎么算的，哪些不能信",
    trials:
      "这个策略及其变体至今已运行 {count} 次。试得越多，最好的一次越可能是运气：单看这一次的夏普会偏高，折扣后的夏普见压力测试。",
    no_split:
      "这里没有划分样本内与样本外：规则可能正是看着这段历史定下的。样本外的检验在压力测试里。",
    fill: "收盘时的信号在下一根K线开盘成交。止损与限价在K线内成交；跳空按开盘价；止损与止盈都可能触及时，按止损计。",
    cash: "期初资金 {cash}；杠杆不超过 {leverage} 倍。",
    commission: "佣金为成交额的 {rate}，另加每股 {per_share}，每笔至少 {minimum}。",
    slippage: "成交价变差：滑点 {slippage}，另加价差 {spread} 的一半；市场冲击系数 {impact}。",
    cn_stocks:
      "A股规则：当日买入下一交易日起可卖；涨停不买、跌停不卖；整手交易；另计印花税与过户费。",
    prices: "价格按拆股调整；股息在除息日以现金支付。",
    liquidity: "委托全部成交；除冲击外，价格不因委托而变动。",
    survivorship: "代码是今天选的：已经退市、被遗忘的公司不在其中，结果因此偏好。",
    known: "只用了 {as_of} 之前已经知道的数据。",
    source: "数据来源：{source}；数据指纹 {hash}；引擎版本 {engine}。",
    advice: "由软件根据历史价格生成，不构成投资建议；过去的结果不能确定地说明未来。",
  },
  {
    title: "How it was reckoned, and what not to trust",
    trials:
      "Runs of this strategy and its variants so far: {count}. The more are tried, the likelier the best is luck: the Sharpe ratio of this one run flatters. The deflated one is in the stress test.",
    no_split:
      "Nothing was held out here: the rules may have been made by looking at this very history. What was held out is tested in the stress test.",
    fill: "A signal on the close of a bar is filled at the next open. Stops and limits fill within the bar; a gap fills at the open; where a stop and a target could both have been touched, the stop is taken.",
    cash: "The account begins with {cash}; leverage at most {leverage}×.",
    commission:
      "Commission {rate} of the amount plus {per_share} a share, at least {minimum} a fill.",
    slippage:
      "Prices are worse by {slippage} slippage and half of a {spread} spread; market impact coefficient {impact}.",
    cn_stocks:
      "A-share rules: shares bought today are sold from the next session on, nothing is bought at the upper limit or sold at the lower one, whole lots, stamp duty and transfer fees on top.",
    prices: "Prices are adjusted for splits; dividends are paid in cash on the ex-date.",
    liquidity: "An order is filled in full; it moves the price by the impact and no further.",
    survivorship:
      "The symbols were chosen today: companies that are gone and forgotten are not among them, and that flatters.",
    known: "Only what was known by {as_of} was used.",
    source: "Data: {source}; fingerprint {hash}; engine version {engine}.",
    advice:
      "Made by software from past prices. Not investment advice; the past does not say what comes.",
  },
);
