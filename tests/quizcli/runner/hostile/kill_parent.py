# outcome: refused
# says: signals
import os

os.kill(@PARENT@, 9)
