# outcome: refused
import os

os.link("@HOME@/secret.txt", "link")
print(open("link").read())
