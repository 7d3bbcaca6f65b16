# outcome: flooded
import os

while True:
    os.write(1, b"flood" * 1000)
