# outcome: refused
import multiprocessing

multiprocessing.get_context("fork").Process(target=print).start()
