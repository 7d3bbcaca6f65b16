"""The engine beside PyTorch, which need not be here: what it says is recorded.

Programs as people write them stand in `programs/` and `cases/`, with what PyTorch prints beside
them. What test files ask PyTorch by a function `record(torch)` stands in `data/`; `record.py`
records all of it anew, and `test_record.py` finds what is out of date.

Operators one by one: `op_inputs.py` has samples, `op_calls.py` makes a call and notes all that
follows, `op_differences.py` says where two outcomes part, `op_record.py` makes plain data of them.
`op_samples.py` runs all samples on both, `op_table.py` writes `docs/operators.md`.

Random programs: `random_tensors.py`, `random_functions.py` and `random_modules.py` write them by
the grammars in `grammar.txt`, `functions.txt` and `modules.txt`; `sessions.py` runs one statement
after another, `describing.py` says what is seen of tensors; `random_programs.py` compares, and
keeps in `random_programs.txt` what once went wrong. `edges.txt` has programs about one matter each,
mistakes included, for `test_edges.py`.

PyTorch's own tests of autograd: `suite.py` reads how the engine did and writes
`docs/pytorch-suite.md`.
"""
