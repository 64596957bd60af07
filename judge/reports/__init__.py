"""What the judge says, in the reader's language."""
