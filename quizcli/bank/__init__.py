"""The bank: YAML files become topics; look-up, cache, check, trust. Only here is YAML read.

`library.open_library(data, caches)` opens the shipped bank and the person's own.
"""
