# outcome: refused
import os
import pickle


class Bomb:
    def __reduce__(self):
        return os.system, ("true",)


pickle.loads(pickle.dumps(Bomb()))
