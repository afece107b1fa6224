/* The numeric heart of the backtest: one account through all bars of a market, once or many times. Positions have one unit
   here and leave whole; scaling.c is the same with lots. */
#define SCALES 0
#define RUN parley_work
#include "running.c"
#include "rows.c"
