"""The experts' calculations: pure functions from rows to figures that say which rows they came from."""
