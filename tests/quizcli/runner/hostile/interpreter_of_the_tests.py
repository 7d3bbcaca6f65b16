# outcome: refused
# check: assert True
# says: reach into memory or the interpreter
import _testcapi
