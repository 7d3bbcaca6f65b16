# outcome: memory
text = ["x"]
while True:
    text = text + text
