"""A game: commands are decided into events, events are folded into its state, notices tell people of them."""
