"""What a message says of rules beside the rules themselves, which the grammar of the strategy context reads."""
