"""Join codes: ten characters of an alphabet without look-alikes, 50 bits (VN-5.2)."""

import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""32 characters: no I, L and O, which look like 1 and 0, and no U, which looks like V. Whoever
types one of these means what it looks like."""
LENGTH = 10
PREFIX = 5
"""How many characters count as the prefix, by which tries are counted (VN-5.6)."""

_MEANT = str.maketrans("ILOU", "110V", "- \t\r\n")


def draw_code() -> str:
    """A new code, from the system's source of randomness."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def spelled(code: str) -> str:
    """A code as it is printed: two groups of five."""
    return f"{code[:PREFIX]}-{code[PREFIX:]}"


def read_code(typed: str) -> str | None:
    """A code as somebody typed it: in any case, with or without the hyphen, and what looks like
    another character as that one. None where it can be no code."""
    if len(typed) > 4 * LENGTH:
        return None
    code = typed.upper().translate(_MEANT)
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None
