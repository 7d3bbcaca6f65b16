# outcome: timeout
import numpy

a = numpy.ones((1500, 1500))
while True:
    a = a @ a / 1500
