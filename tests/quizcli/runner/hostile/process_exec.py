# outcome: refused
import os

os.execv("/bin/sh", ["sh", "-c", "touch @HOME@/touched"])
