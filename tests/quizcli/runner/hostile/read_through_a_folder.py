# outcome: refused raised
import os

root = os.open("/", os.O_RDONLY | os.O_PATH)
fd = os.open("@HOME@/secret.txt"[1:], os.O_RDONLY, dir_fd=root)
print(os.read(fd, 100))
