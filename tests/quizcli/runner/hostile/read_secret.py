# outcome: refused
# says: may not read
print(open("@HOME@/secret.txt").read())
