"""Makes text from elsewhere safe to show: what would steer the terminal becomes visible."""

STEERING = (
    (0x00, 0x08), (0x0B, 0x1F), (0x7F, 0x9F),  # control characters, but for tab and line feed
    (0x061C, 0x061C), (0x200E, 0x200F), (0x202A, 0x202E), (0x2066, 0x2069),  # direction of writing
    (0x2028, 0x2029), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB),  # line ends, byte order, annotations
    (0xD800, 0xDFFF),  # half characters, which no terminal can be sent
    (0xE0000, 0xE007F),  # tags: text that is not seen
)  # fmt: skip
PICTURES = 0x2400  # the block of visible signs for control characters, in their order
DELETE = 0x7F


class _Signs(dict[int, str | int]):
    """What each character is shown as; found out when it is first met, as few ever are."""

    def __missing__(self, code: int) -> str | int:
        steers = any(low <= code <= high for low, high in STEERING)
        self[code] = shown = _sign(code) if steers else code
        return shown


_SIGNS = _Signs()


def printable(text: str) -> str:
    """The text with each character that would steer a terminal replaced by a visible sign."""
    return text.replace("\r\n", "\n").translate(_SIGNS)


def _sign(code: int) -> str:
    if code < ord(" "):
        return chr(PICTURES + code)
    if code == DELETE:
        return "␡"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
