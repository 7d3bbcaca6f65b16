# outcome: refused
import urllib.request

urllib.request.urlopen("http://127.0.0.1:80/", timeout=1)
