# outcome: refused
import subprocess

subprocess.run(["touch", "@HOME@/touched"])
