# outcome: refused
import os

os.utime("@HOME@/secret.txt", (0, 0))
