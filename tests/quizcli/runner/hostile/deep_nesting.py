# outcome: raised
# says: recursion
nest = []
for _ in range(100_000):
    nest = [nest]
print(nest)
