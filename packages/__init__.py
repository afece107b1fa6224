"""What both the contexts and the processes stand on."""
