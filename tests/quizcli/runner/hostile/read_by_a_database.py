# needs: landlock
# outcome: finished
# prints: none
import sqlite3

base = sqlite3.connect(":memory:")
try:
    base.execute("ATTACH '@HOME@/leaked.db' AS other")
    base.execute("CREATE TABLE other.t (x)")
    base.commit()
    print("written")
except sqlite3.Error:
    print("none")
