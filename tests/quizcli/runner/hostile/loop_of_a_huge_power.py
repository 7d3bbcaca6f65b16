# outcome: timeout
print(len(bin(9**9**8)))
