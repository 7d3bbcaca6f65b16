# outcome: finished
import os

os.makedirs("a/b/c")
os.mkdir("a/closed", 0)
