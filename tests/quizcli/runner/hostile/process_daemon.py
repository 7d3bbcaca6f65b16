# outcome: finished
# prints: none
import os

try:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                pass
        os._exit(0)
    print("one")
except OSError:
    print("none")
