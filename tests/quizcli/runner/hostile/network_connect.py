# outcome: refused
# says: network
import socket

socket.create_connection(("127.0.0.1", 80), timeout=1)
