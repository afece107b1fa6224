"""Who uses the desk: accounts, signing in, and what slows down a guesser."""
