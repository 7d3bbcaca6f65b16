# outcome: timeout
import warnings

warnings.simplefilter("always")
while True:
    warnings.warn("again " * 100)
