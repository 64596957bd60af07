"""How an order is written: tables, a reader, a writer."""
