"""What must hold of a position, its orders and what came of them for each sentence of a report to be true.

Nothing here asks the judge how it judges: borders, orders, and which units moved or were driven out are all it takes.
"""
