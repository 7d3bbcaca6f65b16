# outcome: refused
# says: nested
x = @DEEP@
