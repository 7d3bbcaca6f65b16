# outcome: raised
print("\ud800")
