"""The fanzine: articles and issues, what is written in them, and the forms in which they are read."""
