# outcome: refused
# says: judged
# check: assert answer == 42
import sys

answer = 0
sys.settrace(lambda *_: None)
