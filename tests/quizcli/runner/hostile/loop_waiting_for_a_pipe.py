# outcome: timeout
import os

os.mkfifo("pipe")
open("pipe").read()
