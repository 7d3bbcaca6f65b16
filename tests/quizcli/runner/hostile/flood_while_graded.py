# outcome: flooded
# check: assert answer == 42
answer = 42
while True:
    print("flood")
