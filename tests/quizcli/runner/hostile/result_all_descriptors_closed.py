# outcome: died
import os

os.closerange(0, 1000)
