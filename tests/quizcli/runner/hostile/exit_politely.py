# outcome: finished
# prints: before
import sys

print("before")
sys.exit()
