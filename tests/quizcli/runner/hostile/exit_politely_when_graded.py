# outcome: failed
# check: assert answer == 42
import sys

answer = 0
sys.exit(0)
