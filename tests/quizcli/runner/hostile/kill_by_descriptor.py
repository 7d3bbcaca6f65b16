# needs: seccomp
# outcome: raised
import os
import signal

signal.pidfd_send_signal(os.pidfd_open(os.getppid()), signal.SIGKILL)
