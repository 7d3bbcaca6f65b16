# outcome: memory
"a" * (1 << 45)
