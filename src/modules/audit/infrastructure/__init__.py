"""The market and the searches of a changed world, and the experts, the debate and the judge in it."""
