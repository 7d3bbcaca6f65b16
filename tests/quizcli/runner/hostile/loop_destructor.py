# outcome: timeout
class Endless:
    def __del__(self):
        while True:
            pass


thing = Endless()
del thing
