# outcome: timeout
import threading

lock = threading.Lock()
lock.acquire()
lock.acquire()
