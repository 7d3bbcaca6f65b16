# outcome: finished raised timeout
import os

for _ in range(300):
    os.mkdir("a" * 50)
    os.chdir("a" * 50)
