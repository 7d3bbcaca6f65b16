# outcome: raised refused
import os

os.openpty()
