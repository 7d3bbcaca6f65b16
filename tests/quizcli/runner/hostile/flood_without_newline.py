# outcome: flooded
import sys

while True:
    sys.stdout.write("flood" * 100)
