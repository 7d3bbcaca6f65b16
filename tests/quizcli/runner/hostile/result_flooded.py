# outcome: died timeout
import os

while True:
    for fd in range(3, 300):
        try:
            os.write(fd, bytes(1 << 16))
        except OSError:
            pass
