# outcome: raised
with open("big", "wb") as file:
    while True:
        file.write(bytes(1 << 22))
