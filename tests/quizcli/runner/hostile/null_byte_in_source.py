# outcome: refused
# says: null bytes
x = "@NULL@"
