"""What every request passes on its way in and every response on its way out."""
