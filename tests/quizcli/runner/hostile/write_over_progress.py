# outcome: refused
import sqlite3

sqlite3.connect("@HOME@/progress.db").execute("drop table log")
