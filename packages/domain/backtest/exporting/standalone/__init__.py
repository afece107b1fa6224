"""What exported strategies stand on: copied into their text function by function, so it imports nothing of Parley."""
