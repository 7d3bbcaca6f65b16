"""`python -m quizcli`, and the `quizcli` command."""

from quizcli.cli.app import main

if __name__ == "__main__":
    main()
