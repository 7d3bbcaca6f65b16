# outcome: raised timeout
number = 0
while True:
    number += 1
    open(f"file{number}", "w").close()
