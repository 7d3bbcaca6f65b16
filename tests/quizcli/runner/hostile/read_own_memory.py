# outcome: refused
print(open("/proc/self/mem", "rb").read(10))
