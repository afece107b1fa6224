/* The desk as it was laid: a list of addresses with rows and columns. */
#include "desk.h"

/* An array by its place on the desk: address, rows, columns; NULL when it has no rows. */
static void *array_at(const int64_t *laid, int place) { return laid[3 * place + 1] ? (void *)(intptr_t)laid[3 * place] : 0; }

static Desk desk_of(const int64_t *laid) {
    return (Desk){
        .open = array_at(laid, OPEN), .high = array_at(laid, HIGH), .low = array_at(laid, LOW),
        .close = array_at(laid, CLOSE), .lower = array_at(laid, LOWER), .upper = array_at(laid, UPPER),
        .dividend = array_at(laid, DIVIDEND), .volume = array_at(laid, VOLUME),
        .volatility = array_at(laid, VOLATILITY), .buy_duty = array_at(laid, BUY_DUTY),
        .sell_duty = array_at(laid, SELL_DUTY), .days = array_at(laid, DAYS), .lot = array_at(laid, LOT),
        .step = array_at(laid, STEP), .session = array_at(laid, SESSION), .own = array_at(laid, OWN),
        .counts = array_at(laid, COUNTS), .ops = array_at(laid, OPS), .children = array_at(laid, CHILDREN),
        .exits = array_at(laid, EXITS), .plan = array_at(laid, PLAN), .rows = array_at(laid, ROWS),
        .columns = array_at(laid, COLUMNS), .numbers = array_at(laid, NUMBERS), .terms = array_at(laid, TERMS),
        .positions = array_at(laid, POSITIONS), .orders = array_at(laid, ORDERS), .rank = array_at(laid, RANK),
        .account = array_at(laid, ACCOUNT), .equity = array_at(laid, EQUITY), .cash = array_at(laid, CASH),
        .exposure = array_at(laid, EXPOSURE), .trades = array_at(laid, TRADES), .figures = array_at(laid, FIGURES),
        .notes = array_at(laid, NOTES), .queue = array_at(laid, QUEUE), .truth = array_at(laid, TRUTH),
        .signal = array_at(laid, SIGNAL), .instruments = laid[3 * CLOSE + 1], .bars = laid[3 * CLOSE + 2],
        .op_count = laid[3 * OPS + 1], .trade_room = laid[3 * TRADES + 1],
    };
}
