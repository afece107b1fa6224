"""What the HTTP edges of all floors share."""
