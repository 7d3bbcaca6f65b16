"""Proves a bank: its files, its programs, its links and its claims, with every problem located."""
