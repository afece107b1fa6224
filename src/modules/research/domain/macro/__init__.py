"""What the macro expert computes and reasons by."""
