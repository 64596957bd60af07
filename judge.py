"""Run the judge: ``python judge.py --help``."""

from judge.entry import main

if __name__ == "__main__":
    main()
