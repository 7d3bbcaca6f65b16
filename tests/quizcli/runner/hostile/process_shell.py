# outcome: refused
import os

os.system("touch @HOME@/touched")
