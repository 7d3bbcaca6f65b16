# outcome: flooded
print("x" * 5_000_000)
