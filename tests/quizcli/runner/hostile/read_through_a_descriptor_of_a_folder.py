# needs: landlock
# outcome: finished
# prints: none
import os
import sys

os.chdir(os.path.dirname(os.__file__))
folder = os.open("/usr", os.O_RDONLY)
found = "none"
try:
    for name in ("..", *"@HOME@/secret.txt".strip("/").split("/")):
        folder = os.open(name, os.O_RDONLY, dir_fd=folder)
    found = os.read(folder, 100).decode()
except OSError:
    pass
os.chdir("/")
print(found)
