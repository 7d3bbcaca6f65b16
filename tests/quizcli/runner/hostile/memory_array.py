# outcome: memory
import numpy

numpy.ones(1 << 40)
