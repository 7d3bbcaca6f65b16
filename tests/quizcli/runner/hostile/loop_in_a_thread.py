# outcome: timeout
import threading


def run():
    while True:
        pass


threading.Thread(target=run).start()
