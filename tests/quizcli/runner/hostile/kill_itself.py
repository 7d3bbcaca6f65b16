# outcome: died
# says: SIGKILL
import os

os.kill(os.getpid(), 9)
