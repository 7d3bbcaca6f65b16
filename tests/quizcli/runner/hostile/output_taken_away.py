# outcome: finished
import sys

sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = None
print("nowhere")
