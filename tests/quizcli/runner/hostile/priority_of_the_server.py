# outcome: finished
# prints: refused refused refused refused
import os

said = []
for act in (
    lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 19),
    lambda: os.setpriority(os.PRIO_USER, 0, 19),
    lambda: os.sched_setaffinity(os.getppid(), {0}),
    lambda: os.sched_setscheduler(os.getppid(), os.SCHED_IDLE, os.sched_param(0)),
):
    try:
        act()
        said.append("done")
    except PermissionError:
        said.append("refused")
print(*said)
