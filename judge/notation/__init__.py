"""How orders are written: tables of conventions, a reader, a writer."""
