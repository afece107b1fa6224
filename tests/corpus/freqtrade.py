"""A freqtrade strategy of the part that is read."""

FREQTRADE = '''import talib.abstract as ta
from freqtrade.strategy import IStrategy

class Reversal(IStrategy):
    """Buys what has fallen."""
    INTERFACE_VERSION = 3
    timeframe = "1d"
    stoploss = -0.10
    minimal_roi = {"0": 0.2}

    def populate_indicators(self, dataframe, metadata):
        dataframe["rsi"] = ta.RSI(dataframe, timeperiod=14)
        macd = ta.MACD(dataframe)
        dataframe["macd"] = macd["macd"]
        dataframe["average"] = dataframe["close"].rolling(20).mean()
        return dataframe

    def populate_entry_trend(self, dataframe, metadata):
        dataframe.loc[
            qtpylib.crossed_above(dataframe["rsi"], 30) & (dataframe["close"] > dataframe["average"].shift(1) * 1.01),
            "enter_long",
        ] = 1
        return dataframe

    def populate_exit_trend(self, dataframe, metadata):
        dataframe.loc[(dataframe["rsi"] > 70) | ~(dataframe["macd"] > 0), "exit_long"] = 1
        return dataframe
'''
