# outcome: refused
import os
import resource

for what in ("RLIMIT_NOFILE", "RLIMIT_FSIZE", "RLIMIT_NPROC", "RLIMIT_AS", "RLIMIT_CPU"):
    resource.prlimit(os.getppid(), getattr(resource, what), (1, 1))
