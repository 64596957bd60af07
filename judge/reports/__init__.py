"""The letters of the judge: sentences and templates in the reader's language, laid out as plain text."""
