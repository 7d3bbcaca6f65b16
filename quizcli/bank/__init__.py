"""The bank: loads, looks up, caches and checks topics. The only package that reads YAML.

`library.open_library(data, caches)` opens the shipped bank and the user's own.
"""
