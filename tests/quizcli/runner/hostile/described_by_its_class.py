# outcome: finished
# prints: fine
class Liar:
    @property
    def __class__(self):
        raise SystemExit("leaked")

    def __getattr__(self, name):
        raise SystemExit("leaked")

    __repr__ = __str__ = __hash__ = __eq__ = __len__ = __iter__ = __class__.fget


liar = Liar()
print("fine")
