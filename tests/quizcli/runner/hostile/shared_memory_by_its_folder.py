# outcome: finished
# prints: none
import os

made = 0
for folder in ("/dev/shm", "/dev/mqueue", "/run", "/var/tmp", "/tmp"):
    try:
        os.open(f"{folder}/leaked", os.O_CREAT | os.O_WRONLY)
        made += 1
    except OSError:
        pass
print(made or "none")
