# outcome: refused raised
import _xxsubinterpreters

_xxsubinterpreters.run_string(_xxsubinterpreters.create(), "import os; os.fork()")
