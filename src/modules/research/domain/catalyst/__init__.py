"""What the catalyst expert computes and reasons by."""
