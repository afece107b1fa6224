"""The technical analyst's calculations on split-adjusted daily bars: own kernels, checked against TA-Lib."""
