"""Where everything stands in the arrays that the kernel reads and writes; the C code takes these names as they are."""

# The table of arrays. Prices and rules of the market, a row an instrument; a rule that is not there has no
# rows.
(OPEN, HIGH, LOW, CLOSE, LOWER, UPPER, DIVIDEND, VOLUME, VOLATILITY) = range(9)
(BUY_DUTY, SELL_DUTY, DAYS, SESSION, OWN, COUNTS, LOT, STEP) = range(9, 17)
# The strategy: operations, the children of logic, rows of exits with their rules, both sides' plans, its numbers, the
# column of each slot, and the columns themselves.
(OPS, CHILDREN, EXITS, PLAN, NUMBERS, ROWS, COLUMNS, TERMS) = range(17, 25)
# What changes while bars pass, and what is written down.
(POSITIONS, NOTES, ORDERS, QUEUE, RANK, ACCOUNT, TRUTH, SIGNAL) = range(25, 33)
(EQUITY, CASH, EXPOSURE, TRADES, FIGURES) = range(33, 38)
# For many runs: the rows and numbers of each, or the prices, limits and columns of each path, and the equity if it is
# wanted.
(RUN_ROWS, RUN_NUMBERS, PATH_OPEN, PATH_HIGH, PATH_LOW, PATH_CLOSE, PATH_LOWER, PATH_UPPER) = range(38, 46)
(PATH_COLUMNS, RUN_EQUITY) = range(46, 48)
# Of conditions on the account: which operations they are, in order, and the steps that work out what they compare.
(LIVE, PROGRAM) = range(48, 50)
# For a portfolio: the rebalancing that each bar's close decides (-1 for none), where the picks of each begin, the
# picks with their weights, and the bar on which each instrument is settled for good.
(REBALANCED, FIRST_PICKS, PICKS, WEIGHTS, SETTLED) = range(50, 55)
# For positions of several units, or that leave in parts: the rows of parts, each position's lots, oldest first, and
# what became of its parts. Without them there are no rows, and the kernel that knows nothing of lots runs.
(PARTS, LOTS, PARTED, ARRAY_COUNT) = range(55, 59)

# Operations on whole columns; each has a row of the truth table.
COMPARE, CROSS, FLAG, ALL, ANY, NOT, WITHIN, SEQUENCE, SINCE = range(9)
# Operations that read the account, bar by bar; the operands of the comparison are each the first step of a program and
# the number of its steps. The last one is true where its child was on the bar before.
LIVE_COMPARE, LIVE_ALL, LIVE_ANY, LIVE_NOT, LIVE_LATE = range(9, 14)
# A step: what it does, with which slot, number or value of the account, and how many own bars back.
DO, WITH, BACK, STEP_WIDTH = range(4)
PUSH_COLUMN, PUSH_NUMBER, PUSH_ACCOUNT = range(3)
DO_ADD, DO_SUBTRACT, DO_MULTIPLY, DO_DIVIDE, DO_MIN, DO_MAX, DO_ABS, DO_LOG = range(3, 11)
OF_EQUITY, OF_DRAWDOWN, OF_POSITION, OF_ENTRY_PRICE, OF_BARS_HELD, OF_OPEN_RETURN, OF_BEST_PRICE = range(7)
OF_UNITS, OF_LAST_FILL = range(7, 9)
MOST_PUSHED = 16  # values of a program at once; an expression has at most 12 levels
GT, GTE, LT, LTE, EQ, NEQ = range(6)
ABOVE, BELOW = 0, 1
# An operation: its code, how it compares, two operands (slot or -1 for a number, and lag), and the place of a number.
# The operands of logic are the first child and the number of children.
OP, HOW, A, A_LAG, B, B_LAG, NUMBER, OP_WIDTH = range(8)

# What one byte a bar says: two bits of entries, long and short, and two each of exits, further units and parts.
ENTRIES, LONG_EXIT, LONG_ADD, LONG_PART = 3, 4, 16, 64

# A side's plan. Units: none, points, a fraction, multiples of the average true range or of the stop's distance.
NONE, POINTS, PCT, ATR, RISK = -1, 0, 1, 2, 3
MARKET, LIMIT, STOP = 1, 2, 3
BY_QUANTITY, BY_CASH, BY_EQUITY, BY_VOLATILITY, BY_LOSS = range(5)
(ON, ENTRY, FIRST_EXIT, EXIT_COUNT, ORDER, OFFSET_UNIT, OFFSET_ATR, OFFSET, VALID) = range(9)
(STOP_UNIT, STOP_ATR, STOP_VALUE, STOP_RULE, TARGET_UNIT, TARGET_ATR, TARGET_VALUE, TARGET_RULE) = range(9, 17)
(TRAIL_UNIT, TRAIL_ATR, TRAIL_VALUE, TRAIL_RULE, TIME, TIME_RULE) = range(17, 23)
(SIZING, SIZE, SIZE_SLOT, MOST) = range(23, 27)
# The level of an order as the first step of a program and the number of its steps; parts of the side; and of the plans
# of further units, which stand behind those of both sides, the most units, and whether guards stand from the last fill.
(LEVEL_STEP, LEVEL_STEPS, FIRST_PART, PART_COUNT, MOST_UNITS, FROM_LAST, PLAN_WIDTH) = range(27, 34)
ADDING = 2  # a side's plan of further units is so many rows behind its own
# A part: the operation that asks for it (-1 for a target), its place in the list of exits, whether it counts units or
# is a fraction, how much, how often, and how far a target is.
(PART_OP, PART_RULE, PART_UNITS, PART_SIZE, PART_TIMES, PART_UNIT, PART_ATR, PART_VALUE, PART_WIDTH) = range(9)
(PART_DONE, PART_AT, PART_RANGE, PARTED_WIDTH) = range(4)

# A formula over rows: which it is, the C function behind it, three columns, which of its outputs, the first bar with a
# value, and where the values go. It has three settings beside.
OF_ONE, OF_THREE, OF_MACD, OF_STOCHASTIC, OF_BANDS = range(5)
(ROW_KIND, ROW_CODE, ROW_IN) = range(3)
(ROW_OUTPUT, ROW_FIRST, ROW_OUT, ROW_WIDTH) = range(5, 9)

# The terms: money, costs, and how the account may be used.
(STAKE, RATE, PER_SHARE, MINIMUM, SLIP, IMPACT, LEVERAGE, MAINTENANCE, BORROW, INTEREST) = range(10)
(BARS_A_YEAR, SETTLEMENT, PLACES, RANKING, RANKING_LAG, DESCENDING, TRADE_FROM, SOURCE_COUNT) = range(10, 18)
(TOLERANCE, TERMS_WIDTH) = range(18, 20)

# A position, and the notes on it.
(QTY, PRICE, STOP_AT, TARGET_AT, TRAIL, BEST_AT, LEVEL, PAID, RECEIVED, MARK, LAST_FILL, PARTING, POSITION_WIDTH) = (
    range(13)
)
(SIDE, SIGNALLED, ENTERED, SINCE_SESSION, AGE, LEAVE, LEAVE_RULE, LEAVE_BAR, FRESH) = range(9)
(UNITS, PARTING_RULE, PARTING_BAR, NOTE_WIDTH) = range(9, 13)
STAYS = -1  # in LEAVE: otherwise a reason
# A lot: what one fill brought and is still held of it.
(LOT_QTY, LOT_PRICE, LOT_COSTS, LOT_RECEIVED, LOT_SIGNALLED, LOT_ENTERED, LOT_SESSION, LOT_WIDTH) = range(8)
# An entry order of one side of one instrument.
(STATE, AT, LEFT, ORDERED, ATR_OFFSET, ATR_STOP, ATR_TARGET, ATR_TRAIL, DEVIATION, ORDER_WIDTH) = range(10)

# The account.
(MONEY, HELD, LEAVING, QUEUED, RESTING, CLOSED, PLACED, FILLED, LAPSED, SMALL, REFUSED, RUINED) = range(12)
(LAST, PEAK, WORST_FALL, SUM, SQUARES, ACCOUNT_WIDTH) = range(12, 18)
FIGURE_COUNT = 5
A_WHOLE = 10_000  # price limits are counted in ten-thousandths
MOST_STEPS = 64  # of a sequence; signals.c takes it from here
MOST_PARTS = 20  # of a side: as many as it may have exits

SIGNAL_EXIT, STOP_LOSS, TAKE_PROFIT, TRAILING_STOP, TIME_EXIT, MARGIN_CALL, RUIN, REBALANCE, DELISTED = range(9)
