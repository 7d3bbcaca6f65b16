# outcome: raised
import os
import sys

os.close(1)
sys.stdout.close()
print("gone")
