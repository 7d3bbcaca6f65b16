# outcome: finished
import os

os.write(1, bytes(range(256)))
