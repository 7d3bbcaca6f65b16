# outcome: timeout
import signal

signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
while True:
    signal.pause()
