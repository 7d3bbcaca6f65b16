# outcome: finished
# prints: none
import fcntl
import os
import termios

typed = 0
for fd in range(64):
    try:
        fcntl.ioctl(fd, termios.TIOCSTI, b"x")
        typed += 1
    except OSError:
        pass
for path in ("/dev/tty", "/dev/pts/0", "/dev/console"):
    try:
        fcntl.ioctl(os.open(path, os.O_RDWR), termios.TIOCSTI, b"x")
        typed += 1
    except OSError:
        pass
print(typed or "none")
