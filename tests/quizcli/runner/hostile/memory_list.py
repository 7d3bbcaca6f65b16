# outcome: memory
# says: memory limit
hoard = []
while True:
    hoard.append(bytearray(1 << 24))
