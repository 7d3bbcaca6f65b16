# outcome: refused
import shutil

shutil.rmtree("@HOME@")
