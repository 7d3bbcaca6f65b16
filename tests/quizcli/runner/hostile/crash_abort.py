# outcome: died
# says: SIGABRT
import os

os.abort()
