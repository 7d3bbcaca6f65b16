# outcome: flooded
print("x" * 50_000_000)
