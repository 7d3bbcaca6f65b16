# outcome: refused
import os

print(os.listdir("@HOME@"))
