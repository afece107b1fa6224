"""What goes through the ports."""
