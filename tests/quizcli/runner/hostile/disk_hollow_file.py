# outcome: raised
with open("hollow", "wb") as file:
    file.truncate(1 << 50)
