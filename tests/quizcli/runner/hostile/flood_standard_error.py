# outcome: flooded
import sys

while True:
    print("flood", file=sys.stderr)
