# outcome: timeout
hoard = []
while True:
    try:
        hoard.append(bytearray(1 << 24))
    except MemoryError:
        pass
