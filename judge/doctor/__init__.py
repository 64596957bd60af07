"""A set-up looked over: what is right, what is missing, what to do about it, one line each."""
