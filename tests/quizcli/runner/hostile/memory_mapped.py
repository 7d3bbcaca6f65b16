# outcome: raised
# says: Cannot allocate memory
import mmap

mmap.mmap(-1, 1 << 42)
