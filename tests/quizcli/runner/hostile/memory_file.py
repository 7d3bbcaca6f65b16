# needs: seccomp
# outcome: raised
import os

os.memfd_create("leaked")
