"""What the stories share: the lines of a letter carried out, the news written and addressed."""
