"""The second net: an audit hook that refuses, in clear words, what a program must not do."""


class Refused(PermissionError):
    """The program asked for something that the child does not allow."""
