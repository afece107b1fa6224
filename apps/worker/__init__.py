"""Long jobs outside the API process."""
