"""What is measured, side by side, in one run."""
