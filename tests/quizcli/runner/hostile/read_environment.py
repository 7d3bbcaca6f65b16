# outcome: finished
# prints: None
import os

print(os.environ.get("SECRET_TOKEN"))
