"""Backtests of portfolios: who belongs, who is held, how much of each, and one account through all bars."""
