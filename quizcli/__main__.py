"""`python -m quizcli`, and the `quizcli` command."""

import gc

gc.disable()  # while modules load there is no garbage, and looking for it takes 10 ms

from quizcli.cli.app import main  # noqa: E402

if __name__ == "__main__":
    main()
