# needs: landlock
# outcome: finished
# prints: none
from multiprocessing import shared_memory

try:
    shared_memory.SharedMemory("leaked", create=True, size=1 << 20)
    print("made")
except OSError:
    print("none")
