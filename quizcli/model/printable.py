"""Makes untrusted text safe to show: control characters become visible."""

STEERING = (
    (0x00, 0x08), (0x0B, 0x1F), (0x7F, 0x9F),  # control characters except tab and line feed
    (0x061C, 0x061C), (0x200E, 0x200F), (0x202A, 0x202E), (0x2066, 0x2069),  # text direction
    (0x2028, 0x2029), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB),  # line ends, byte order, annotations
    (0xD800, 0xDFFF),  # surrogates, which cannot be encoded
    (0xE0000, 0xE007F),  # tags: invisible text
)  # fmt: skip
PICTURES = 0x2400  # Unicode's pictures of the control characters, in order
DELETE = 0x7F


class _Signs(dict[int, str | int]):
    """The replacement of each character, computed on first use, as few ever occur."""

    def __missing__(self, code: int) -> str | int:
        steers = any(low <= code <= high for low, high in STEERING)
        self[code] = shown = _sign(code) if steers else code
        return shown


_SIGNS = _Signs()


def printable(text: str) -> str:
    """Replace each character that would control the terminal by a visible symbol."""
    return text.replace("\r\n", "\n").translate(_SIGNS)


def _sign(code: int) -> str:
    if code < ord(" "):
        return chr(PICTURES + code)
    if code == DELETE:
        return "␡"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
