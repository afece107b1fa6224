"""Trading calendars: China's as our own data, the others from exchange_calendars."""
