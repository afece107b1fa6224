"""A message as it arrives at the reader: the button that was pressed in it, and its spellings."""
