# outcome: died
# says: SIGSEGV
import faulthandler

faulthandler._sigsegv()
