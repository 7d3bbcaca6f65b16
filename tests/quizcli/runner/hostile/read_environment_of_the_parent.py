# outcome: refused
print(open("/proc/@PARENT@/environ").read())
