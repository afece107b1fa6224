"""The phases of the conversation and who handles them."""
