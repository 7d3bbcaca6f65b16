# outcome: timeout
import atexit
import time

atexit.register(time.sleep, 1000)
