"""Checks a bank: its files, programs, links and claims; every problem is located."""
