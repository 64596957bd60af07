"""The game as a log of events: commands are decided into events, events are folded into the state."""
