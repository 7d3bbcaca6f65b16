"""Decides what is asked next and judges answers (pure): no terminal, files or clock."""
