# outcome: timeout
import time

time.sleep(1000)
