"""`python -m bot`, and the console script `yaniv`."""

from bot.cli.app import main

if __name__ == "__main__":
    main()
