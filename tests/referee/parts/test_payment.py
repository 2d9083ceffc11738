"""A price against what pays it."""

from referee.parts.payment import Payment


def test_a_price_is_paid_exactly_or_something_is_short_or_over():
    for parts, paid, short, over in (
        ((), 0, 3, 0),
        ((1, 1), 2, 1, 0),
        ((3,), 3, 0, 0),
        ((2, 3), 5, 0, 2),
    ):
        told = Payment(3, *parts)
        assert (told.price, told.paid, told.short, told.over) == (3, paid, short, over)


def test_a_payment_lacks_what_would_pay_the_rest_and_nothing_once_it_is_paid():
    assert [Payment(3, 1).lacks(more) for more in (0, 1, 2, 5)] == [False, False, True, True]
    assert not Payment(3, 3).lacks(5) and not Payment(3, 4).lacks(5)
