# outcome: raised
# says: digits
print(10**10_000)
