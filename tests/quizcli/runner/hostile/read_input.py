# outcome: raised
# says: EOF
input("your password: ")
