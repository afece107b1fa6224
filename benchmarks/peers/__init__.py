"""What runs in the environment of other engines: nothing of Parley is imported, and all rules are written anew."""
