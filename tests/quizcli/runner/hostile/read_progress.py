# outcome: refused
import sqlite3

print(sqlite3.connect("file:@HOME@/progress.db?mode=ro", uri=True).execute("select 1").fetchall())
