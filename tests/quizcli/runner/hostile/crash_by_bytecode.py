# outcome: died raised timeout
def victim():
    return 1


victim.__code__ = victim.__code__.replace(co_code=b"\x7c\xff" * 40, co_stacksize=0)
victim()
