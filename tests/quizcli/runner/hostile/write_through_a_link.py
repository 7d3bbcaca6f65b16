# outcome: refused raised
import os

os.symlink("@HOME@", "home")
open("home/touched", "w").write("x")
