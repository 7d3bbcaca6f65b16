"""The types that packages share: frozen values, no I/O, no clock."""
