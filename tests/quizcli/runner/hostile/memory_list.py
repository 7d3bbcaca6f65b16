# outcome: memory
# says: of memory
hoard = []
while True:
    hoard.append(bytearray(1 << 24))
