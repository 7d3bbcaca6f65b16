# outcome: raised
# says: RecursionError
nest = []
for _ in range(100_000):
    nest = [nest]
print(nest)
