# outcome: timeout
# check: assert answer == 42
class Endless:
    def __eq__(self, other):
        while True:
            pass


answer = Endless()
