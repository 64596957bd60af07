"""Run the judge: ``python judge.py --help``."""

from judge.cli import main

if __name__ == "__main__":
    main()
