# outcome: refused
import os

os.chmod("@HOME@/secret.txt", 0)
