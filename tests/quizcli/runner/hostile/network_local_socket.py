# outcome: refused raised
import socket

socket.socket(socket.AF_UNIX).connect("/run/systemd/private")
