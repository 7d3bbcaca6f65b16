# outcome: raised
# says: 3
raise SystemExit(3)
