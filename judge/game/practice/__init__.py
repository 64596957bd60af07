"""Practice: lessons by mail, each with its position and task; clockwork players, whose orders the judge works out."""
