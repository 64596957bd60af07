"""The tutorial: lessons by mail, each a position, a task and the judge's real answer."""
