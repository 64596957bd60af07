"""The command language of letters: lines read as requests to the judge."""
