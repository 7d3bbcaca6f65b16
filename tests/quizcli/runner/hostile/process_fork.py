# outcome: refused
# says: other programs or processes
import os

os.fork()
