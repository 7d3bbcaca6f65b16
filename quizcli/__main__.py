"""`python -m quizcli`, and the `quizcli` command."""

import gc

gc.disable()  # loading modules makes no garbage, and collection takes 10 ms

from quizcli.cli.app import main  # noqa: E402

if __name__ == "__main__":
    main()
