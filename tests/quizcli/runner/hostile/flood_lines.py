# outcome: flooded
while True:
    print("flood")
