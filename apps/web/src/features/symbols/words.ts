// What the search for symbols says, and the names of the markets.
import { defineWords } from "../../i18n/words";

export const words = defineWords(
  {
    placeholder: "代码或名称，如 600000.SH、AAPL",
    found: "找到 {count} 个",
    searching: "正在查找…",
    as_typed: "就用 {symbol}",
    as_typed_text: "投研台还没有它的资料",
    nothing: "没有找到“{text}”。",
    nothing_text:
      "换个写法试试：A 股写 000001.SZ 或 600000.SH，美股写 AAPL，加密货币写 BTC-USD。没有数据的代码，先用 parley data sync 取来。",
    demo: "演示",
    market_cn_stocks: "A 股",
    market_us_stocks: "美股",
    market_crypto: "加密货币",
    market_forex: "外汇",
    market_futures: "期货",
  },
  {
    placeholder: "Symbol or name, such as 600000.SH or AAPL",
    found: "{count} found",
    searching: "Searching…",
    as_typed: "Use {symbol} as it is",
    as_typed_text: "The desk does not know it yet",
    nothing: "Nothing found for “{text}”.",
    nothing_text:
      "Try another spelling: 000001.SZ or 600000.SH for A-shares, AAPL for US stocks, BTC-USD for crypto. A symbol without data has to be fetched first, with parley data sync.",
    demo: "Demo",
    market_cn_stocks: "A-shares",
    market_us_stocks: "US stocks",
    market_crypto: "Crypto",
    market_forex: "Currencies",
    market_futures: "Futures",
  },
);
