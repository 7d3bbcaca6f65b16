# outcome: timeout
while True:
    pass
