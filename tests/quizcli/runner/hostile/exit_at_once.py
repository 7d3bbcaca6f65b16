# outcome: died
# says: code 0
import os

os._exit(0)
