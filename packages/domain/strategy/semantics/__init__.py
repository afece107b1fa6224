"""What a well-formed strategy must also be: about things that exist, and able to do what it says."""
