# outcome: timeout flooded
import faulthandler
import sys

faulthandler.dump_traceback_later(0.001, repeat=True, file=sys.stdout.fileno())
while True:
    pass
