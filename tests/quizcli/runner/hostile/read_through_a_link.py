# outcome: refused
import os

os.symlink("@HOME@/secret.txt", "link")
print(open("link").read())
