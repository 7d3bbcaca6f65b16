"""The workloads of `benchmarks.engine`, a module for each library; steps return numbers."""
