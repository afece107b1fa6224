"""The few words that every floor shares: errors, time, ids, money, events, jobs."""
