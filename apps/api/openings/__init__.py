"""Parts of the desk, each opened by itself: the terminal loads no more than its command needs."""
