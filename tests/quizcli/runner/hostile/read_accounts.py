# outcome: refused
print(open("/etc/passwd").read())
