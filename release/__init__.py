"""What is built to be installed elsewhere: the wheel with everything under one import name."""
