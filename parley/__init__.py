"""Parley: an investment desk that argues before it trades.

In a checkout this package stands beside the floors; in an installed Parley the floors are inside it.
"""
