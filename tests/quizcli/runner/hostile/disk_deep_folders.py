# outcome: finished raised
import os

for _ in range(2_000):
    os.mkdir("a" * 50)
    os.chdir("a" * 50)
