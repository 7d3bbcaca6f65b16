# outcome: refused
# says: may not write
open("@HOME@/touched", "w").write("x")
