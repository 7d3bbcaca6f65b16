# outcome: timeout
import signal


def handler(number, frame):
    signal.signal(signal.SIGTERM, handler)
    while True:
        pass


signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.01)
signal.pause()
