"""Small faults of an autograd engine, put into ours one at a time: the bank has to notice them.

`python -m tests.questions.mutants` lists what no program of the bank notices.
"""
