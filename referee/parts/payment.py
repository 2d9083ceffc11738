"""What something costs against what pays it, counted in cards or in mana.

What sets a price, what may pay, and the rule that too little or too much breaks, each game says.
"""


class Payment:
    """A price, and the parts that were said to pay it, or that are there to.

    Attributes:
        price: what is due.
        paid: what its parts are worth together.
        short: what is lacking.
        over: what is too much.
    """

    __slots__ = ("over", "paid", "price", "short")

    def __init__(self, price: int, *parts: int) -> None:
        self.price, self.paid = price, sum(parts)
        self.short, self.over = max(0, price - self.paid), max(0, self.paid - price)

    def lacks(self, most: int) -> bool:
        """Whether it is short, and by no more than that: what would pay the rest, or the part of
        the price that a rule of its own asks for."""
        return 0 < self.short <= most
