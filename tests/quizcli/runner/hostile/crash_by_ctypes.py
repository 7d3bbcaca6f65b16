# outcome: refused
# says: memory
import ctypes

ctypes.string_at(0)
