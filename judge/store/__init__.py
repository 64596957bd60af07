"""The database: one SQLite file with the inbox, the event log and the outbox."""
