"""Makes text from elsewhere safe to show: what would steer the terminal becomes visible."""

import re

STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, but for tab and line feed
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction of writing
    "\u2028\u2029\ufeff\ufff9-\ufffb"  # other line ends, byte order mark, annotations
    "\ud800-\udfff"  # half characters, which no terminal can be sent
    "\U000e0000-\U000e007f]"  # tags: text that is not seen
)
PICTURES = 0x2400  # the block of visible signs for control characters, in their order
DELETE = "\x7f"


def printable(text: str) -> str:
    """The text with each character that would steer a terminal replaced by a visible sign."""
    return STEERING.sub(lambda found: _sign(found[0]), text.replace("\r\n", "\n"))


def _sign(character: str) -> str:
    if character < " ":
        return chr(PICTURES + ord(character))
    if character == DELETE:
        return "␡"
    return f"\\x{ord(character):02x}" if character < "\u0100" else f"\\u{ord(character):04x}"
