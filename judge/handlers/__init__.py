"""Handlers: carry out the lines of a letter, answer its questions, write and address the letters that go out."""
