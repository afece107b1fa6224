"""Services of Parley, each opened by itself: the terminal loads no more than its command needs."""
